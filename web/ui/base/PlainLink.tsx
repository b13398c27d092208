import { type ComponentProps, createContext, type MouseEvent, use } from 'react'

/** Leads to another screen. The same function for ever, so that nothing is drawn again for it. */
export const Go = createContext<(to: string) => void>(() => {})

type PlainLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A whole path of the app, or with `target` any address. */
  to: string
}

/** A link on a card. There are hundreds of them, and the router's own does ten times the work for paths that aren't whole. */
export function PlainLink({ to, onClick, ...rest }: PlainLinkProps) {
  const go = use(Go)
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    go(to)
  }
  return <a href={to} onClick={rest.target ? onClick : follow} {...rest} />
}

/** A click that means this window; the others belong to the browser. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) => button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
