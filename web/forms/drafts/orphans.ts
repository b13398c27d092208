import { draftKey } from '#web/api/draft-key.ts'
import type { Draft } from './draft.ts'
import { entriesOf, entryOf, type Name, removeEntry } from './entries.ts'
import { free } from './holding.ts'
import { withoutLostPictures } from './pictures.ts'
import { unseal } from './seal.ts'

/** A draft that no tab has open. */
export type OrphanedDraft = { id: string; path: string; at: string }

/** A draft with its content. */
export type ReadDraft = OrphanedDraft & { draft: Draft }

/** The same, ready for a form: without the pictures that are gone for good, `lost` in number. */
export type RestorableDraft = ReadDraft & { lost: number }

/** Those of a person whose form is among the wanted ones, the latest first. */
export async function orphanedDrafts(owner: string, isWanted: (path: string) => boolean): Promise<OrphanedDraft[]> {
  const found = await free(entriesOf(owner).filter(({ path }) => isWanted(path)))
  return found.map(({ id, path, at }) => ({ id, path, at })).sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

/** Reads a draft. `undefined` while the key is missing, and for an unreadable draft, which is removed. */
export async function readOrphan(name: Name): Promise<ReadDraft | undefined> {
  const entry = entryOf(name)
  if (!entry) return undefined
  const { path, at, sealed } = entry
  const key = await draftKey()
  const draft = entry.draft ?? (key && sealed !== undefined ? await unseal(key, sealed) : undefined)
  if (!draft && key) removeEntry(name)
  return draft && { id: name.id, path, at, draft }
}

/** One of them for its form, unless another tab has opened or dropped it meanwhile. */
export async function openOrphan(name: Name): Promise<RestorableDraft | undefined> {
  const read = (await free([name])).length > 0 ? await readOrphan(name) : undefined
  if (!read) return undefined
  const { values, lost } = await withoutLostPictures(read.draft.values)
  return { ...read, draft: { ...read.draft, values }, lost }
}
