import { Link } from 'react-router'
import type { ImageUse } from '#contract/images.ts'

/** What one record of a resource is called, and where it is shown. */
const places: Record<string, { called: string; at: string }> = {
  movies: { called: 'movie', at: '/movie/' },
  branches: { called: 'branch', at: '/branches/edit/' },
  news: { called: 'news item', at: '/news/' },
  menus: { called: 'menu item', at: '/menu/' },
}

/** Where an image is used, with a link: 'Used by 3, such as the movie Metropolis'. */
export function Uses({ usedBy }: { usedBy: ImageUse[] }) {
  const [first, ...others] = once(usedBy)
  if (!first) return null
  return (
    <p className="text-ink-3 text-tiny">
      Used by {others.length > 0 && `${others.length + 1}, such as `}the {places[first.resource]?.called}{' '}
      <Link
        to={`${places[first.resource]?.at}${first._id}`}
        title={first.title}
        className="block truncate rounded-control py-1 font-[550] text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current"
      >
        {first.title}
      </Link>
    </p>
  )
}

/** The same before the image is deleted: 'the movie “Metropolis”, the branch “Harbour” and 2 more'; '' where it isn't used. */
export function usesInWords(usedBy: ImageUse[]): string {
  const all = once(usedBy)
  const named = all.slice(0, 3).map(({ resource, title }) => `the ${places[resource]?.called} “${title}”`)
  return new Intl.ListFormat('en').format(all.length > 3 ? [...named, `${all.length - 3} more`] : named)
}

/** A record may use the same image twice. */
const once = (uses: ImageUse[]) => [...new Map(uses.map((use) => [use._id, use])).values()]
