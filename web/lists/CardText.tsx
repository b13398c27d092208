import { useLater } from '#web/components/later.ts'

/** So many letters fill two lines of the widest card. */
const twoLines = 200

/**
 * Two lines of what a card's record says of itself. A browser sets all of a text, and then cuts off what isn't shown: the first frame has no
 * more than that.
 */
export function CardText({ className, children }: { className: string; children: string }) {
  const isWhole = useLater()
  return (
    <p dir="auto" className={`line-clamp-2 text-ink-2 text-small ${className}`}>
      {isWhole ? children : children.slice(0, twoLines)}
    </p>
  )
}
