import { type ReactNode, type ToggleEventHandler, useId, useRef } from 'react'

type PopoverButtonProps = {
  /** The button's content, which also names the panel. */
  label: ReactNode
  className: string
  title?: string | undefined
  panel?: string
  onToggle?: ToggleEventHandler<HTMLElement>
  children: ReactNode
}

/** A button that opens a panel below it. Escape and a click outside close the panel; the page scrolls with it. */
export function PopoverButton({ label, className, title, panel = '', onToggle, children }: PopoverButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button ref={button} id={`${id}-button`} type="button" popoverTarget={id} title={title} className={className}>
        {label}
      </button>
      <section
        id={id}
        popover="auto"
        aria-labelledby={`${id}-button`}
        className={`popover max-w-[calc(100vw-2rem)] ${panel}`}
        onBeforeToggle={({ newState, target, currentTarget }) => {
          if (target === currentTarget && newState === 'open') Object.assign(currentTarget.style, placeBelow(button.current))
        }}
        onToggle={onToggle}
      >
        {children}
      </section>
    </>
  )
}

/** A window narrower than this gives a panel all of its width but the margins, in pixels. */
const narrow = { window: 560, margin: 16 }

/** Returns the style of the place below the button, on the side of it that has more room. */
function placeBelow(button: HTMLElement | null) {
  const { left = 0, right = 0, bottom = 0 } = button?.getBoundingClientRect() ?? {}
  const { clientWidth } = document.documentElement
  const place = { position: 'absolute', top: `${bottom + scrollY + 6}px` }
  const isLeft = left < clientWidth - right
  const distance = clientWidth < narrow.window ? narrow.margin : isLeft ? left : clientWidth - right
  return { ...place, left: isLeft ? `${distance}px` : 'auto', right: isLeft ? 'auto' : `${distance}px` }
}
