import type { ComponentProps, MouseEvent } from 'react'
import { navigate, ownAddress } from './location.ts'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A whole path of the app, or only its search or hash where one stays; with `target` any address. */
  to: string
  /** Takes the place of the entry of the history that one is at. */
  replace?: boolean
  state?: unknown
}

/** A link to another screen. A list has hundreds of them, so it does next to nothing before a click. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    // A link to the current address adds no history entry.
    navigate(to, { replace: replace ?? event.currentTarget.href === location.href, state })
  }
  return <a href={rest.target ? to : ownAddress(to)} onClick={rest.target ? onClick : follow} {...rest} />
}

/** A click that means this window; the others belong to the browser. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) => button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
