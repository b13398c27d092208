/** Says what a link or a saved view asks for and the list doesn't know (any more). */
export function GoneFilters({ gone }: { gone: string[] }) {
  if (gone.length === 0) return null
  return (
    <p role="status" className="rounded-control bg-sunk px-3 py-2 text-ink-2">
      This link or view uses filters that no longer exist ({gone.join(', ')}). These filters were ignored.
    </p>
  )
}
