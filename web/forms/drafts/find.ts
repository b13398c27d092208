import type { QueryClient } from '@tanstack/react-query'
import type { ListedDraft } from '#contract/drafts.ts'
import type { ReadDraft } from './draft.ts'
import { draftList, fetchDraft } from './server-drafts.ts'
import { isInUse } from './sync.ts'
import { copiesOf } from './tab-copies.ts'

/** A draft in a list. */
export type DraftEntry = Omit<ReadDraft, 'draft'>

/** The drafts of the server's list, as this tab has changed them since, the latest first. Drafts of open forms are left out. */
export function draftEntries(list: readonly ListedDraft[], owner: string): DraftEntry[] {
  const copies = copiesOf(owner).filter(({ id, onServer }) => onServer !== 'same' || isInUse(id))
  const changed = new Set(copies.map(({ id }) => id))
  const own = copies.flatMap(({ id, path, at, draft }) => (draft && !isInUse(id) ? [{ id, path, at }] : []))
  const others = list.flatMap(({ _id: id, form: path, at }) => (changed.has(id) ? [] : [{ id, path, at }]))
  return [...own, ...others].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

/** Reads a draft: its copy in this tab, or else the server's. `undefined` where it can't be read. */
export async function readDraft({ id, path, at }: DraftEntry, owner: string): Promise<ReadDraft | undefined> {
  const copy = copiesOf(owner).find((each) => each.id === id)
  if (copy?.draft) return { id, path, at: copy.at, draft: copy.draft }
  try {
    const draft = await fetchDraft(id)
    return draft && { id, path, at, draft }
  } catch (error) {
    console.error('A draft could not be read', error)
    return undefined
  }
}

type Wanted = { owner: string; path: string; wanted: unknown }

/** Finds the draft that a form opens with: the one with the id `wanted`, else this tab's own copy, else the latest. */
export async function findDraft(client: QueryClient, { owner, path, wanted }: Wanted): Promise<ReadDraft | undefined> {
  // Before the list is awaited: a copy that reaches the server meanwhile is removed, and the list may be older.
  const copies: DraftEntry[] = copiesOf(owner).filter(({ id, draft }) => draft && !isInUse(id))
  const list = await client.fetchQuery(draftList).catch(() => [])
  const found = [...copies, ...draftEntries(list, owner)].filter((entry) => entry.path === path)
  const entry = found.find(({ id }) => id === wanted) ?? found[0]
  return entry && readDraft(entry, owner)
}
