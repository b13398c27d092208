/** The first two lines of a card's text. */
export function CardText({ className, children }: { className: string; children: string }) {
  return (
    <p dir="auto" className={`line-clamp-2 text-ink-2 text-small ${className}`}>
      {children}
    </p>
  )
}
