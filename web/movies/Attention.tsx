import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, TriangleAlert } from 'lucide-react'
import { type AttentionKind, attention } from '#contract/attention.ts'
import { leastCoverWidth } from '#contract/movies.ts'
import { addressOf } from '#web/api/address.ts'
import { call } from '#web/api/call.ts'
import { useToday } from '#web/api/use-today.ts'
import { formatTotal } from '#web/components/format-count.ts'
import { PopoverButton } from '#web/components/PopoverButton.tsx'
import { Link } from '#web/router/Link.tsx'
import { paths } from '#web/router/paths.ts'

/** The link and the texts of each kind of task. */
const kinds: Record<AttentionKind, { list: string; one: string; many: string }> = {
  'still pending': {
    list: paths.bookings.list,
    one: 'past booking is still pending',
    many: 'past bookings are still pending',
  },
  'guests to call': { list: paths.closures.list, one: 'closure with guests to call', many: 'closures with guests to call' },
  'code ending': { list: paths.promoCodes.list, one: 'promo code ends this week', many: 'promo codes end this week' },
  'no cover': { list: paths.movies.list, one: 'movie without a cover', many: 'movies without a cover' },
  'small cover': {
    list: paths.movies.list,
    one: `movie with a low-resolution cover (under ${leastCoverWidth} pixels wide)`,
    many: `movies with a low-resolution cover (under ${leastCoverWidth} pixels wide)`,
  },
  'trailer elsewhere': {
    list: paths.movies.list,
    one: "movie with a trailer that won't embed",
    many: "movies with a trailer that won't embed",
  },
  'no picture': { list: paths.branches.list, one: 'branch without an image', many: 'branches without an image' },
  'no alt text': { list: paths.gallery, one: 'image in use has no alt text', many: 'images in use have no alt text' },
}

/** The open tasks, in a panel; each line links to its list. Empty while there are none or their number is unknown. */
export function Attention() {
  const { data: found = [] } = useQuery({
    // By the day bookings become past, and codes end.
    queryKey: ['attention', useToday()],
    queryFn: ({ signal }) => call(attention.list, {}, { signal }),
    placeholderData: keepPreviousData,
  })
  if (found.length === 0) return null
  return (
    <PopoverButton
      className="-my-1 flex w-fit items-center gap-1 rounded-control py-1 pr-1 font-[550] text-small text-wait pointer-coarse:-my-3 pointer-coarse:py-3"
      panel="p-1.5 text-small"
      label={
        <>
          <TriangleAlert size={14} className="max-md:hidden" />
          {/* On a narrow screen only so many words as the sentence before leaves room for. */}
          <span className="md:hidden">{found.length} to do</span>
          <span className="max-md:hidden">
            {found.length} {found.length === 1 ? 'thing needs' : 'things need'} attention
          </span>
          <ChevronDown size={14} />
        </>
      }
    >
      <ul className="grid gap-0.5">
        {found.map(({ kind, count, asked }) => {
          const { list, one, many } = kinds[kind]
          return (
            <li key={kind}>
              <Link
                to={addressOf(list, {}, asked)}
                className="flex min-h-8 items-center rounded-control px-2.5 text-ink hover:bg-sunk pointer-coarse:min-h-11"
              >
                <span className="mr-1.5 font-[600] tabular-nums">{formatTotal(count)}</span>
                {count === 1 ? one : many}
              </Link>
            </li>
          )
        })}
      </ul>
    </PopoverButton>
  )
}
