import { Fragment } from 'react'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** 'Ctrl+Shift+Enter' as three keys, 'g m' as one after the other. */
export function KeyCaps({ keys }: { keys: string }) {
  return keys.split(' ').map((step, at) => (
    <Fragment key={step}>
      {at > 0 && <Between>then</Between>}
      {step.split('+').map((key) => (
        <kbd
          key={key}
          className="ml-1 inline-grid h-6 min-w-6 place-items-center rounded-[4px] border border-line-strong bg-sunk px-1.5 font-[550] font-sans text-tiny"
        >
          {key === 'Ctrl' && isMac ? '⌘' : key.length === 1 ? key.toUpperCase() : key}
        </kbd>
      ))}
    </Fragment>
  ))
}

/** A word between keys. */
export const Between = ({ children }: { children: string }) => <span className="mr-0.5 ml-1.5 text-ink-3 text-tiny">{children}</span>
