/** The movie box: its lid a clapper, a play sign on its front. The favicon draws the same. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" fill="none" aria-hidden="true" className="shrink-0 text-accent">
      <rect x="1.5" y="8.5" width="23" height="15" rx="3.5" fill="currentColor" />
      <path
        d="M2.6 8.2 4.9 4c.45-.8 1.3-1.25 2.2-1.15l14.6 1.3c1.4.13 2 1.7 1.15 2.8l-1 1.3"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinejoin="round"
      />
      <path d="M8.6 3.1 6.9 6.6M14.2 3.6l-1.7 3.5M19.8 4.1l-1.6 3.4" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <path d="M11 12.6v6.2c0 .6.6.9 1.1.6l5-3.1c.4-.3.4-.9 0-1.2l-5-3.1c-.5-.3-1.1 0-1.1.6Z" fill="#fff" />
    </svg>
  )
}
