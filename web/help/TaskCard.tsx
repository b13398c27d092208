import { ArrowRight } from 'lucide-react'
import { openOverlay } from '#web/palette/overlays.ts'
import { Link } from '#web/router/Link.tsx'
import type { Task } from './tasks.ts'

const action =
  'mt-4 inline-flex min-h-8 items-center gap-1.5 rounded-control font-[550] text-accent-text hover:underline pointer-coarse:min-h-11'

/** A task with its numbered steps, and a link to the screen on which it begins. */
export function TaskCard({ task: { id, title, steps, note, link } }: { task: Task }) {
  return (
    <section
      aria-labelledby={id}
      className="mb-4 break-inside-avoid rounded-card border border-line bg-surface px-5 pt-4 pb-3 shadow-resting"
    >
      <h2 id={id} className="text-card">
        {title}
      </h2>
      <ol className="mt-3 grid gap-2.5">
        {steps.map((step, at) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-5 shrink-0 place-items-center rounded-full bg-sunk font-[600] text-ink-2 text-tiny tabular-nums forced-colors:border"
            >
              {at + 1}
            </span>
            <span>
              <WithControls text={step} />
            </span>
          </li>
        ))}
      </ol>
      {note && (
        <p className="mt-3 border-line border-t pt-3 text-ink-2 text-small">
          <WithControls text={note} />
        </p>
      )}
      {link ? (
        <Link to={link.to} className={action}>
          {link.label}
          <ArrowRight size={16} />
        </Link>
      ) : (
        <button type="button" className={action} onClick={() => void openOverlay('shortcuts')}>
          Show all shortcuts
        </button>
      )}
    </section>
  )
}

/** A text in which the names of controls, between `**`, are bold. */
const WithControls = ({ text }: { text: string }) =>
  text.split('**').map((part, at) =>
    at % 2 === 1 ? (
      <strong key={part} className="font-[600]">
        {part}
      </strong>
    ) : (
      part
    ),
  )
