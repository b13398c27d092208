import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { iconButtonClass } from './Button.tsx'
import { focusOnceShown, type MenuPlace, menuPlaceAt, steerMenu } from './popover-menu.ts'

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
  const [place, setPlace] = useState<MenuPlace>()
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
        <Ellipsis size={16} />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        style={place}
        className="popover min-w-52 p-1"
        onKeyDown={steerMenu}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') flushSync(() => setPlace(menuPlaceAt(button.current, items.length)))
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
              <Icon size={16} className="text-ink-3" />
              {name}
            </button>
          ))}
      </div>
    </>
  )
}
