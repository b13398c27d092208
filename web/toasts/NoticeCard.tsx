import { X } from 'lucide-react'
import { type ComponentProps, useCallback } from 'react'
import { isDialogOpen } from '#web/components/modal.ts'
import { Link } from '#web/router/Link.tsx'
import { dismiss, isCrowdedOut, type Notice, take } from './notices.ts'

/** How long a notice stays, and how often it is looked whether that time runs, in milliseconds. */
const stay = 12_000
const beat = 250

type NoticeCardProps = {
  notice: Notice
  /** Hears that it goes while the focus is in it. */
  onLeave: () => void
}

/** A notice with its actions, until its time is up or it is dismissed. */
export function NoticeCard({ notice: { id, about, text, failed, action, lead, undo }, onLeave }: NoticeCardProps) {
  const card = useCallback(
    (element: HTMLElement | null) => {
      let left = stay
      const timer = setInterval(() => {
        if (isHeld(element)) return
        left -= beat
        if (left <= 0 || isCrowdedOut(id)) dismiss(id)
      }, beat)
      return () => {
        clearInterval(timer)
        if (element?.contains(document.activeElement)) onLeave()
      }
    },
    [id, onLeave],
  )

  return (
    <div
      ref={card}
      className={`pointer-events-auto flex max-w-full animate-rise items-center gap-1 rounded-card py-1.5 pr-1.5 pl-4 shadow-dialog forced-colors:border ${lead ? 'max-sm:flex-wrap' : ''} ${failed ? 'bg-bad-soft text-bad' : 'bg-ink text-bg'}`}
    >
      <p className="mr-2 min-w-0">
        {about && <Subject {...about} onFollow={() => dismiss(id)} />} {text}
      </p>
      {undo && (
        <Offer title="Ctrl+Z or ⌘Z" aria-keyshortcuts="Control+Z Meta+Z" onClick={() => take(id, undo)}>
          Undo
        </Offer>
      )}
      {lead && <Offer onClick={lead.go}>{lead.label}</Offer>}
      {action && <Offer onClick={() => take(id, action.run)}>{action.label}</Offer>}
      <button
        type="button"
        aria-label="Dismiss"
        className="grid size-8 place-items-center rounded-control opacity-80 outline-current! hover:opacity-100 pointer-coarse:size-11"
        onClick={() => dismiss(id)}
      >
        <X size={16} />
      </button>
    </div>
  )
}

/** The timer stops while the user points at a notice, has the focus there, is in another window, or can't reach the notices. */
const isHeld = (card: HTMLElement | null) =>
  document.hidden || isDialogOpen() || card?.parentElement?.matches(':hover, :focus-within') === true

/** Ignores the second click of a double-click, which would hit the notice that moved into this place. */
const Offer = ({ onClick, ...props }: ComponentProps<'button'>) => (
  <button
    type="button"
    onClick={(event) => event.detail < 2 && onClick?.(event)}
    className="min-h-8 shrink-0 whitespace-nowrap rounded-control px-2.5 font-[650] underline decoration-current/40 underline-offset-4 outline-current! hover:decoration-current pointer-coarse:min-h-11"
    {...props}
  />
)

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
