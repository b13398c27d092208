import { Check, X } from 'lucide-react'
import { IconButton } from '#web/components/Button.tsx'
import { Link } from '#web/router/Link.tsx'
import { closeGuide, useSteps } from './getting-started.ts'
import { SampleData } from './SampleData.tsx'

/** The first four steps in an empty chain, ticked off when done, and an offer to load sample data instead. */
export function GettingStarted() {
  const steps = useSteps()
  if (!steps) return null
  return (
    <section aria-labelledby="getting-started" className="mt-6 animate-rise rounded-card border border-line bg-surface p-5 shadow-resting">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id="getting-started" className="text-head">
          Getting started
        </h2>
        <IconButton label="Dismiss" Icon={X} onClick={closeGuide} />
      </div>
      <ol className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
        {steps.map(({ to, label, text, isDone }, at) => (
          <li key={to} className="flex gap-3">
            <span
              aria-hidden="true"
              className={`grid size-6 shrink-0 place-items-center rounded-full font-[600] text-tiny tabular-nums ${isDone ? 'bg-good-soft text-good' : 'bg-sunk text-ink-2'}`}
            >
              {isDone ? <Check size={14} /> : at + 1}
            </span>
            <div className="min-w-0">
              <Link to={to} className={`rounded-control font-[550] hover:underline ${isDone ? 'text-ink-2' : 'text-accent-text'}`}>
                {label}
              </Link>
              {isDone && <span className="text-good text-small"> Done</span>}
              <p className="mt-0.5 text-ink-2 text-small">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <SampleData />
    </section>
  )
}
