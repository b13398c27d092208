import type { InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { Changed, Open } from '#contract/live.ts'
import { createStore, useStore } from '#web/store.ts'
import { perSession } from './session.ts'

/** Pages of a list. `isOld`: others were asked for again since, and this one was out of sight. */
export type Loaded<Item> = InfiniteData<Page<Item> & { isOld?: boolean }, string | undefined>

/** Decides what a list shows once it was asked for again. */
export type Settle = <Item extends { _id: string }>(before: Loaded<Item>, after: Loaded<Item>) => Loaded<Item>

/** A list on the screen: its collection, and a function that fetches the part in view again and returns whether it succeeded. */
export type LiveList = { name: string; again: (settle?: Settle) => Promise<boolean> }

/** Records that were added to a list or removed from it, and are not shown yet because the user is at the list. */
export type Held = { list: LiveList; added: number; gone: number }

/** What the screens and the stream (`web/realtime`) know of each other; that is loaded after the first screen. */
export const live = perSession(() => ({
  lists: new Set<LiveList>(),
  held: createStore<readonly Held[]>([]),
  /** The collections of which a list could not be asked for again: it is with the next sign of life. */
  missed: new Set<string>(),
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

/** Nothing waits any more to be shown in a list. Answers whether something did. */
export function forgetHeld(list: LiveList): boolean {
  const { held } = live()
  const others = held.get().filter((each) => each.list !== list)
  const isHeld = others.length < held.get().length
  if (isHeld) held.set(others)
  return isHeld
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
