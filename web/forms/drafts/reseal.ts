import { draftKey } from '#web/api/draft-key.ts'
import { entriesOf, putEntry } from './entries.ts'
import { seal, unseal } from './seal.ts'

/** Makes a change that gives `owner` another key, and takes what lies here sealed with the one before along. */
export async function takingDraftsAlong(owner: string | undefined, change: () => Promise<void>): Promise<void> {
  const isAny = owner !== undefined && entriesOf(owner).length > 0
  const before = isAny ? await draftKey() : undefined
  await change()
  const after = before && (await draftKey())
  if (!isAny || !after) return
  for (const { id, path, at, sealed } of entriesOf(owner)) {
    // What another tab has sealed meanwhile is sealed with the new one.
    const draft = sealed === undefined ? undefined : await unseal(before, sealed)
    if (draft) putEntry({ owner, id }, { path, at, sealed: await seal(after, draft) })
  }
}
