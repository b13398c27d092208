import type { Activity } from '#contract/activity.ts'
import { timeNow, today } from '#contract/dates.ts'
import { timeInWords, weekdayInBrief } from '#web/components/dates.ts'
import { Link } from '#web/router/Link.tsx'
import { placeOf, sentenceOf } from './activity-words.ts'

/** The lines under the day of each, as the calendar here has it. */
export function ActivityDays({ lines }: { lines: Activity[] }) {
  const days = [...Map.groupBy(lines, ({ at }) => today(new Date(at)))]
  return days.map(([day, those]) => (
    <section key={day} aria-labelledby={`day-${day}`} className="mb-6">
      <h2 id={`day-${day}`} className="mb-2 text-ink-2 text-small">
        {weekdayInBrief(day, today())}
      </h2>
      <ol aria-labelledby={`day-${day}`} className="divide-y divide-line rounded-card border border-line bg-surface shadow-resting">
        {those.map((line) => (
          <li key={line._id} className="flex items-baseline gap-x-4 px-4 py-2.5 sm:px-5">
            <time dateTime={line.at} className="w-16 shrink-0 text-ink-3 text-small tabular-nums">
              {timeInWords(timeNow(new Date(line.at)))}
            </time>
            <div className="wrap-anywhere min-w-0 flex-1">
              <ActivitySentence line={line} />
              <p className="text-ink-3 text-small empty:hidden">{[line.browser, line.address].filter(Boolean).join(', ')}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  ))
}

/** 'anna deleted the movie Heat': the name links to the record. */
function ActivitySentence({ line }: { line: Activity }) {
  const { who, before, name, after } = sentenceOf(line)
  const to = placeOf(line)
  return (
    <p>
      <bdi className="font-[550]">{who}</bdi> {before}
      {name !== '' && ' '}
      {name !== '' && to ? (
        <Link to={to} className="underline decoration-line-strong underline-offset-3 hover:decoration-ink">
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      {after}
    </p>
  )
}
