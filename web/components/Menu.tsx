import { Ellipsis, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { iconButtonClass } from './Button.tsx'

export type MenuItem = { label: string; Icon: LucideIcon; run: () => void }

type MenuProps = {
  /** Names the button for screen readers: 'More actions for berta'. */
  label: string
  items: readonly MenuItem[]
  disabled?: boolean
  /** The id of the text that says why it is disabled. */
  reason?: string | undefined
}

/** A button that opens a menu of actions (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/). */
export function Menu({ label, items, disabled, reason }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place>()
  const isOpen = place !== undefined

  useEffect(() => {
    if (!isOpen) return
    // The menu would not scroll with its button.
    const close = () => menu.current?.hidePopover()
    addEventListener('wheel', close, { passive: true })
    addEventListener('resize', close)
    return () => {
      removeEventListener('wheel', close)
      removeEventListener('resize', close)
    }
  }, [isOpen])

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={label}
        aria-describedby={disabled ? reason : undefined}
        title={label}
        disabled={disabled}
        className={iconButtonClass}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        style={place}
        className="popover min-w-52 p-1"
        onKeyDown={steer}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') flushSync(() => setPlace(placeAt(button.current, items.length)))
        }}
        onToggle={({ newState }) => newState === 'closed' && setPlace(undefined)}
      >
        {isOpen &&
          items.map(({ label: name, Icon, run }, at) => (
            <button
              key={name}
              ref={at === 0 ? focusOnceShown : undefined}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="flex min-h-9 w-full items-center gap-2.5 rounded-control px-2.5 text-left hover:bg-sunk pointer-coarse:min-h-11"
              onClick={() => {
                menu.current?.hidePopover()
                run()
              }}
            >
              <Icon size={16} aria-hidden="true" className="text-ink-3" />
              {name}
            </button>
          ))}
      </div>
    </>
  )
}

/** The browser focuses an element with this attribute when the popover opens (https://html.spec.whatwg.org/#popover-focusing-steps). */
const focusOnceShown = (item: HTMLElement | null) => item?.setAttribute('autofocus', '')

/** The distances of a corner of the menu from that of the window, in pixels. */
type Place = { right: number; top?: number; bottom?: number }

/** Returns the place below the button, or above it where there is no room for so many items. */
function placeAt(button: HTMLElement | null, items: number): Place {
  const { top = 0, bottom = 0, right = 0 } = button?.getBoundingClientRect() ?? {}
  const { clientWidth, clientHeight } = document.documentElement
  const place = { right: clientWidth - right }
  return bottom + items * 44 + 16 < clientHeight ? { ...place, top: bottom + 4 } : { ...place, bottom: clientHeight - top + 4 }
}

/** Moves with the arrow keys, round at both ends. */
function steer(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.findIndex((item) => item.matches(':focus'))
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  if (to === undefined) return
  event.preventDefault()
  items.at(to % items.length)?.focus()
}
