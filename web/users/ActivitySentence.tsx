import type { Activity } from '#contract/activity.ts'
import { Link } from '#web/router/Link.tsx'
import { placeOf, sentenceOf } from './activity-words.ts'

/** 'anna deleted the movie Heat': its name leads to where it is now. */
export function ActivitySentence({ line }: { line: Activity }) {
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
