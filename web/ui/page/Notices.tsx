import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from '#web/api/store.ts'
import { Link } from '#web/ui/place/Link.tsx'
import { dismiss, type Notice, notices } from './notices.ts'

/** How long a notice stays, in milliseconds; longer while somebody points at it or has the focus in it. */
const stay = 12_000

/** Where the notices appear. Always in the page, so that screen readers watch it. */
export function Notices() {
  const shown = useStore(notices())
  return (
    <section
      aria-label="Notices"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 grid justify-items-center gap-2 p-4"
    >
      {shown.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

function NoticeCard({ notice: { id, about, text, failed, action } }: { notice: Notice }) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!card.current?.matches(':hover, :focus-within')) dismiss(id)
    }, stay)
    return () => clearInterval(timer)
  }, [id])

  return (
    <div
      ref={card}
      className={`pointer-events-auto flex max-w-full animate-rise items-center gap-1 rounded-card py-1.5 pr-1.5 pl-4 shadow-dialog forced-colors:border ${failed ? 'bg-bad-soft text-bad' : 'bg-ink text-bg'}`}
    >
      <p className="mr-2 min-w-0">
        {about && <Subject {...about} onFollow={() => dismiss(id)} />} {text}
      </p>
      {action && (
        <button
          type="button"
          className="min-h-8 rounded-control px-2.5 font-[650] underline decoration-current/40 underline-offset-4 outline-current! hover:decoration-current pointer-coarse:min-h-11"
          onClick={() => {
            action.run()
            dismiss(id)
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="grid size-8 place-items-center rounded-control opacity-80 outline-current! hover:opacity-100 pointer-coarse:size-11"
        onClick={() => dismiss(id)}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

/** The name of a record, isolated: whichever way it is written, the words after it stay in their order. */
function Subject({ name, to, onFollow }: { name: string; to?: string; onFollow: () => void }) {
  if (to === undefined) return <bdi>{name}</bdi>
  return (
    <Link
      to={to}
      onClick={onFollow}
      className="font-[650] underline decoration-current/40 underline-offset-4 outline-current! hover:decoration-current"
    >
      <bdi>{name}</bdi>
    </Link>
  )
}
