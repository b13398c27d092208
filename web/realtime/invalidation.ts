import type { Query, QueryClient } from '@tanstack/react-query'
import type { Moved } from '#contract/live.ts'
import { ApiError } from '#web/api/call.ts'
import { invalidateAfterRunning } from '#web/api/invalidate.ts'
import { forgetHeld, live, type Merge } from '#web/api/live.ts'
import { refetchRegularUser } from '#web/api/person.ts'
import { clearPrefetches } from '#web/router/prefetch.ts'
import { isReported } from './as-of.ts'
import { differenceOf, inPlace, itemsIn } from './difference.ts'
import { isOwn } from './own.ts'
import { highlightChanges, isListInUse, isVisible, startsInView } from './visibility.ts'

/** The shortest pause between two refetches, in milliseconds, however often data changes. */
const pause = 1_000

/** Other collections that show data of a collection, such as where an image is used or how often a code was used. */
const told: Record<string, readonly string[]> = {
  bookings: ['promoCodes', 'branches', 'closures'],
  branches: ['images', 'bookings', 'promoCodes', 'closures'],
  closures: ['branches'],
}
const toldOfOthers = ['images']
const ofAll = ['attention', 'activity']

/** The numbers of records that one refetch changed, added and removed on the screen. */
export type News = { changed: number; added: number; gone: number }

/**
 * Refetches data that others have changed, if it is on the screen and the window is visible. A failed request is repeated with the next
 * sign of life, which is any successful call. `tell` receives the changes.
 */
export function createRefresher(client: QueryClient, over: AbortSignal, tell: (news: News) => void) {
  const its = live()
  its.merge = holdBack(tell)
  /** The collections that changed; `undefined` for all. */
  let moved: ReadonlySet<string> | undefined = new Set()
  /** Until when all was true that is shown of these, and when the last sign of life came: in milliseconds since 1970. */
  let since = Number.POSITIVE_INFINITY
  let heard = Date.now()
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let focused = 0

  function soon() {
    if (timer !== undefined || moved?.size === 0 || document.visibilityState !== 'visible') return
    timer = setTimeout(run, Math.max(0, last + pause - performance.now()))
  }

  async function run() {
    timer = undefined
    if (over.aborted || document.visibilityState !== 'visible') return
    last = performance.now()
    const [names, from] = [moved, since]
    moved = new Set()
    since = Number.POSITIVE_INFINITY
    if (await isAnswered(names)) return its.behindSince.set(undefined)
    moved = names && moved && new Set([...names, ...moved])
    since = from
    its.behindSince.set(from)
  }

  /** Refetches these collections. Returns whether every request was answered. */
  async function isAnswered(names: ReadonlySet<string> | undefined): Promise<boolean> {
    const open = its.records.get()
    const isMeant = (query: Query) => {
      const [name, kind, id] = query.queryKey
      if (!isReported(query) || (kind === 'one' && open.includes(`${name}/${id}`))) return false
      return names === undefined || names.has(String(name))
    }
    const before = focused
    const ask = async (query: Query) => {
      await invalidateAfterRunning(client, query, () => focused === before && its.byOthers.add(query.queryHash))
      its.byOthers.delete(query.queryHash)
    }
    await Promise.all(client.getQueryCache().findAll({ predicate: isMeant }).map(ask))
    return active((query) => isMeant(query) && isUnanswered(query)).length === 0
  }

  const active = (predicate: (query: Query) => boolean) => client.getQueryCache().findAll({ type: 'active', predicate })

  /** Collects the collections that changed since the last refetch; `undefined` for all. */
  function take(names: readonly string[] | undefined) {
    const outdated = active(isOutdated).map(({ queryKey: [name] }) => String(name))
    const all = names && [...names, ...outdated]
    moved = all && moved && new Set([...moved, ...all])
    if (all?.length !== 0) {
      since = Math.min(since, heard)
      clearPrefetches()
    }
    heard = Date.now()
    soon()
  }

  document.addEventListener('visibilitychange', soon, { signal: over })
  // A window that gets the focus refetches its lists, and shows everything.
  function showAll() {
    focused += 1
    its.byOthers.clear()
  }
  for (const event of ['focus', 'visibilitychange']) addEventListener(event, showAll, { signal: over, capture: true })
  return {
    /** Everything may have changed, and the stream will not report this tab's own changes any more. */
    anew() {
      its.own.clear()
      refetchRegularUser(client)
      take(undefined)
    },
    moved(collections: readonly Moved[]) {
      const others = collections.filter((each) => !isOwn(each, its.own))
      if (others.some(({ resource }) => resource === 'users')) refetchRegularUser(client)
      take(others.flatMap(({ resource }) => [resource, ...(told[resource] ?? toldOfOthers), ...ofAll]))
    },
  }
}

/** A refusal is an answer. */
const isUnanswered = ({ state: { error } }: Query) => error instanceof ApiError && (error.status === 0 || error.status >= 429)

/** Whether a refetch has failed. A further page of a list waits for its button. */
const isOutdated = (query: Query) => isReported(query) && query.state.data !== undefined && !query.state.fetchMeta && isUnanswered(query)

/** Merges changes into a list without moving items under the pointer or in view: those changes are held back and counted. */
const holdBack =
  (tell: (news: News) => void): Merge =>
  (queryHash, before, after) => {
    const items = itemsIn(before)
    const { changed, added, gone, moves } = differenceOf(before, after)
    const isHeld = moves < items.length && isVisible(items, moves) && (isListInUse() || !startsInView(items))
    if (isHeld) live().held.set(new Map(live().held.get()).set(queryHash, { added: added.length, gone: gone.length }))
    else forgetHeld(queryHash)
    highlightChanges(isHeld ? changed : [...changed, ...added])
    const news = { changed: changed.length, added: isHeld ? 0 : added.length, gone: isHeld ? 0 : gone.length }
    if (news.changed + news.added + news.gone > 0) tell(news)
    return isHeld ? inPlace(before, after) : after
  }
