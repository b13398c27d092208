import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type PopoverButtonProps = {
  /** The button's content, which also names the panel. */
  label: ReactNode
  /** The button's classes. */
  className: string
  /** The panel's classes. */
  panel?: string
  children: ReactNode
}

/** A button that opens a panel below it. Escape and a click outside close the panel; the page scrolls with it. */
export function PopoverButton({ label, className, panel = '', children }: PopoverButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState<Place>()
  return (
    <>
      <button ref={button} id={`${id}-button`} type="button" popoverTarget={id} className={className}>
        {label}
      </button>
      <section
        id={id}
        popover="auto"
        aria-labelledby={`${id}-button`}
        style={place}
        className={`popover max-w-[calc(100vw-2rem)] ${panel}`}
        onBeforeToggle={({ newState, target, currentTarget }) => {
          if (target === currentTarget && newState === 'open') flushSync(() => setPlace(placeBelow(button.current)))
        }}
      >
        {children}
      </section>
    </>
  )
}

/** The distances from the page's top and from a side of the window, in pixels. */
type Place = { position: 'absolute'; top: number; left?: number; right?: number }

/** A window narrower than this gives a panel all of its width but the margins, in pixels. */
const narrow = { window: 560, margin: 16 }

/** Returns the place below the button, on the side of it that has more room. */
function placeBelow(button: HTMLElement | null): Place {
  const { left = 0, right = 0, bottom = 0 } = button?.getBoundingClientRect() ?? {}
  const { clientWidth } = document.documentElement
  const top = bottom + scrollY + 6
  const isLeft = left < clientWidth - right
  if (clientWidth < narrow.window) return { position: 'absolute', top, [isLeft ? 'left' : 'right']: narrow.margin }
  return isLeft ? { position: 'absolute', top, left } : { position: 'absolute', top, right: clientWidth - right }
}
