import type { InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { Changed, Open } from '#contract/live.ts'
import { createStore, useStore } from '#web/store.ts'
import { perSession } from './session.ts'

/** A page of a list. `isOld`: others were refetched since, and this one was out of sight. */
export type LoadedPage<Item> = Page<Item> & { isOld?: boolean }
export type Loaded<Item> = InfiniteData<LoadedPage<Item>, string | undefined>

/** Merges the answer to a refetch into the list on the screen. */
export type Merge = <Item extends { _id: string }>(queryHash: string, before: Loaded<Item>, after: Loaded<Item>) => Loaded<Item>

/** The numbers of records that were added to a list or removed from it, and are not shown yet because the user is at the list. */
type Held = { added: number; gone: number }

/** The state shared by the screens and the event stream (`web/realtime`), whose code loads after the first screen. */
export const live = perSession(() => ({
  /** Merges lists while they are refetched because of changes by others: `byOthers` has the hashes of their queries. */
  merge: undefined as Merge | undefined,
  byOthers: new Set<string>(),
  /** By the hash of the list's query. */
  held: createStore<ReadonlyMap<string, Held>>(new Map()),
  /** Changes made in this tab that the stream has not reported yet: 'movies/0199…/2', with the new version. */
  own: new Set<string>(),
  /** The records that are open in forms of this tab: 'movies/0199…'. */
  records: createStore<readonly string[]>([]),
  /** The records that others have open, and the latest changes that others have made to records open here. */
  open: createStore<readonly Open[]>([]),
  changed: createStore<ReadonlyMap<string, Changed>>(new Map()),
  /** Until when (in milliseconds since 1970) everything was told, where nothing can be told any more. */
  toldUntil: createStore<number | undefined>(undefined),
  /** Since when it is known of something that was told, and couldn't be asked for. */
  behindSince: createStore<number | undefined>(undefined),
}))

/** Notes that `result` is what a record of this collection became by a change of this tab, which has asked for everything since. */
export function recordOwnChange(name: string, result: unknown): void {
  const { _id, version } = (result ?? {}) as { _id?: string; version?: number }
  if (_id !== undefined && version !== undefined) live().own.add(`${name}/${_id}/${version}`)
}

/** Nothing waits any more to be shown in a list. */
export function forgetHeld(queryHash: string): void {
  const { held } = live()
  if (held.get().has(queryHash)) held.set(new Map([...held.get()].filter(([each]) => each !== queryHash)))
}

/** For the form of a record: the names of others who have it open, and the latest change by another user. */
export function useOpenRecord(resource: string, id: string): { names: readonly string[]; changed: Changed | undefined } {
  const record = `${resource}/${id}`
  const its = live()
  useEffect(() => {
    its.records.set([...its.records.get(), record])
    return () => {
      const at = its.records.get().indexOf(record)
      its.records.set(its.records.get().toSpliced(at, 1))
      its.changed.set(new Map([...its.changed.get()].filter(([changed]) => changed !== record)))
    }
  }, [its, record])
  const open = useStore(its.open).find((each) => each.resource === resource && each._id === id)
  return { names: open?.names ?? [], changed: useStore(its.changed).get(record) }
}
