import type { QueryClient } from '@tanstack/react-query'
import type { Moved } from '#contract/live.ts'
import { inLists } from '#web/api/lists.ts'
import { type LiveList, live, type Settle } from '#web/api/live.ts'
import { differenceOf, inPlace, itemsIn } from './difference.ts'
import { beginsInSight, isInSight, isSomebodyAt, mark } from './sight.ts'

/** In milliseconds: whatever changes, however often, is asked for once in so long. */
const pause = 1_000

/** What else tells of a collection: how often a code was used, where a picture is shown, what needs somebody. */
const told: Record<string, readonly string[]> = {
  bookings: ['promoCodes', 'branches'],
  movies: ['images'],
  branches: ['images', 'bookings', 'promoCodes'],
  news: ['images'],
  menus: ['images'],
}
const ofAll = ['attention', 'activity']
/** Who is signed in, what the palette finds, and what only a form asks stays as it is. */
const aside = ['session', 'found', 'same', 'callers']

/** What came or changed on the screen by itself, in one go. */
export type News = { changed: number; added: number; gone: number }

/** Asks again for what others have changed, as far as it is on the screen, while somebody looks at it. `tell` hears what that was. */
export function refresher(client: QueryClient, over: AbortSignal, tell: (news: News) => void) {
  const its = live()
  /** The collections that moved; `undefined`: nobody knows which. */
  let moved: Set<string> | undefined = new Set()
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function soon() {
    if (timer !== undefined || moved?.size === 0 || document.visibilityState !== 'visible') return
    timer = setTimeout(run, Math.max(0, last + pause - performance.now()))
  }

  function run() {
    timer = undefined
    if (over.aborted || document.visibilityState !== 'visible') return
    last = performance.now()
    const names = moved
    moved = new Set()
    const isMeant = (name: unknown) => names === undefined || names.has(String(name))
    const open = its.records.get()
    void client.invalidateQueries({
      predicate: ({ queryKey: [name, kind, id] }) =>
        kind !== 'list' &&
        isMeant(name) &&
        !aside.some((each) => each === name || each === kind) &&
        !(kind === 'one' && open.includes(`${name}/${id}`)),
    })
    void client.invalidateQueries({
      predicate: (query) => query.queryKey[1] === 'list' && isMeant(query.queryKey[0]) && !query.isActive(),
      refetchType: 'none',
    })
    for (const list of its.lists) if (isMeant(list.name)) void list.again(settleIn(list, tell))
  }

  document.addEventListener('visibilitychange', soon, { signal: over })
  return {
    /** Everything may have changed. */
    anew() {
      moved = undefined
      soon()
    },
    moved(collections: readonly Moved[]) {
      const others = collections.filter((each) => !isKnown(client, each))
      for (const { resource } of others) for (const name of [resource, ...(told[resource] ?? []), ...ofAll]) moved?.add(name)
      soon()
    },
  }
}

/** Whether the lists here have it already, as they do once this tab has made the change itself. */
function isKnown(client: QueryClient, { resource, count, changes }: Moved): boolean {
  const isHere = ({ _id, version }: Moved['changes'][number]) => {
    const listed = inLists(client, resource, _id)<{ _id: string; version: number }>()?.version ?? 0
    const alone = client.getQueryData<{ version: number }>([resource, 'one', _id])?.version ?? version
    return listed >= version && alone >= version
  }
  return count === changes.length && changes.every(isHere)
}

/** Nothing moves under a hand, or before somebody's eyes: what would is held back, and told. */
const settleIn =
  (list: LiveList, tell: (news: News) => void): Settle =>
  (before, after) => {
    const items = itemsIn(before)
    const { changed, added, gone, moves } = differenceOf(before, after)
    const isHeld = moves < items.length && isInSight(items, moves) && (isSomebodyAt() || !beginsInSight(items))
    const { held } = live()
    const others = held.get().filter((each) => each.list !== list)
    held.set(isHeld ? [...others, { list, added: added.length, gone: gone.length }] : others)
    mark(isHeld ? changed : [...changed, ...added])
    const news = { changed: changed.length, added: isHeld ? 0 : added.length, gone: isHeld ? 0 : gone.length }
    if (news.changed + news.added + news.gone > 0) tell(news)
    return isHeld ? inPlace(before, after) : after
  }
