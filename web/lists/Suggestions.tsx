import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { SuggestingList } from '#contract/suggestions.ts'
import { addressOf, type ListQuery } from '#web/api/address.ts'
import { suggestionsFor } from '#web/api/suggestions.ts'
import { Link } from '#web/router/Link.tsx'

type SuggestionsProps = { of: SuggestingList; asked: ListQuery; hint: string }

/** Links that search for names like the words that found nothing; the hint if there are none. */
export function Suggestions({ of, asked, hint }: SuggestionsProps) {
  const { q: [words = ''] = [], order, ...filters } = asked
  const { data: names = [] } = useQuery(suggestionsFor(words, of))
  // A suggested record is found without filters. Bookings keep theirs: a branch or a code may well have no booking on these days.
  const kept = { ...(order && { order }), ...(of === 'bookings' && filters) }
  if (names.length === 0) return hint
  return (
    <>
      Did you mean{' '}
      {names.map(({ name }, at) => (
        <Fragment key={name}>
          {at > 0 && (at === names.length - 1 ? ' or ' : ', ')}
          <Link to={addressOf(location.pathname, {}, { q: name, ...kept })} className="font-[550] text-accent-text hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </Fragment>
      ))}
      ?
    </>
  )
}
