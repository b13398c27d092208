/** Something is on its way; fills the space that it is given. */
export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-60 place-items-center">
      <svg viewBox="0 0 24 24" fill="none" strokeWidth="2.5" aria-hidden="true" className="size-7 animate-spin text-accent">
        <circle cx="12" cy="12" r="9.5" className="stroke-line" />
        <path d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" stroke="currentColor" strokeLinecap="round" />
      </svg>
      <span className="sr-only">{label}</span>
    </div>
  )
}
