import { Ellipsis, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { iconButtonClass, panelRow } from './Button.tsx'
import { focusOnceShown, type MenuPlace, menuPlaceAt, steerMenu } from './popover-menu.ts'

type MenuItem = {
  label: string
  /** A choice shows its icon only while it is chosen. */
  Icon: LucideIcon
  /** Whether this one of several choices is chosen; absent for an action. */
  isChosen?: boolean
  run: () => void
}

type MenuProps = {
  /** Names the button for screen readers: 'More actions for berta'. */
  label: string
  /** Names the menu; the default is `label`. */
  menuLabel?: string
  items: readonly MenuItem[]
  disabled?: boolean
  /** The id of the text that says why it is disabled. */
  reason?: string | undefined
  /** The classes and the content of the button; the default is an icon of three dots. */
  className?: string
  children?: ReactNode
}

/** A button that opens a menu of actions, or of choices (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/). A digit selects a choice. */
export function Menu({ label, menuLabel = label, items, disabled, reason, className = iconButtonClass, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<MenuPlace>()
  const isOpen = place !== undefined
  const first = Math.max(
    items.findIndex(({ isChosen }) => isChosen),
    0,
  )

  useEffect(() => {
    if (!isOpen) return
    const top = button.current?.getBoundingClientRect().top
    // The menu would not move with its button. The listener also receives events of earlier scrolling.
    const close = () => button.current?.getBoundingClientRect().top !== top && menu.current?.hidePopover()
    const closeAlways = () => menu.current?.hidePopover()
    addEventListener('scroll', close, { capture: true })
    addEventListener('resize', closeAlways)
    return () => {
      removeEventListener('scroll', close, { capture: true })
      removeEventListener('resize', closeAlways)
    }
  }, [isOpen])

  function take({ run }: MenuItem) {
    menu.current?.hidePopover()
    run()
  }

  function steer(event: KeyboardEvent<HTMLElement>) {
    const choice = items[Number(event.key) - 1]
    if (choice?.isChosen !== undefined) take(choice)
    steerMenu(event)
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={label}
        aria-describedby={disabled ? reason : undefined}
        title={children ? undefined : label}
        disabled={disabled}
        className={className}
      >
        {children ?? <Ellipsis size={16} />}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={menuLabel}
        style={place}
        className="popover min-w-40 p-1"
        onKeyDown={steer}
        onBeforeToggle={({ newState }) => {
          // The browser focuses an item as the menu opens, so the items are drawn before.
          if (newState === 'open') flushSync(() => setPlace(menuPlaceAt(button.current, items.length)))
        }}
        onToggle={({ newState }) => newState === 'closed' && setPlace(undefined)}
      >
        {isOpen &&
          items.map((item, at) => (
            <button
              key={item.label}
              ref={at === first ? focusOnceShown : undefined}
              type="button"
              {...(item.isChosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': item.isChosen })}
              tabIndex={-1}
              className={panelRow}
              onClick={() => take(item)}
            >
              <item.Icon size={16} className={item.isChosen === false ? 'invisible' : 'text-ink-3'} />
              {item.label}
            </button>
          ))}
      </div>
    </>
  )
}
