const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** 'Ctrl+Shift+Enter' as three keys, 'g m' as one after the other. */
export function KeyCaps({ keys }: { keys: string }) {
  const [first = '', then] = keys.split(' ')
  return (
    <>
      <Together keys={first} />
      {then !== undefined && (
        <>
          <Between>then</Between>
          <Together keys={then} />
        </>
      )}
    </>
  )
}

/** Keys that are pressed together. */
const Together = ({ keys }: { keys: string }) =>
  keys.split('+').map((key) => (
    <kbd
      key={key}
      className="ml-1 inline-grid h-6 min-w-6 place-items-center rounded-[4px] border border-line-strong bg-sunk px-1.5 font-[550] font-sans text-tiny"
    >
      {capOf(key)}
    </kbd>
  ))

function capOf(key: string): string {
  if (key === 'Ctrl' && isMac) return '⌘'
  if (key === 'ArrowDown') return '↓'
  return key.length === 1 ? key.toUpperCase() : key
}

/** A word between keys. */
export const Between = ({ children }: { children: string }) => <span className="mr-0.5 ml-1.5 text-ink-3 text-tiny">{children}</span>
