import { useEffect, useState } from 'react'
import { stateValue } from '#web/router/location-state.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'
import type { DraftForm } from './autosave.ts'
import { entriesOf } from './entries.ts'
import { openOrphan, orphanedDrafts, type RestorableDraft } from './orphans.ts'

/** The state of a history entry that opens a form with this draft in it. */
export const withDraft = (id: string) => ({ draft: id })

/** The draft that a form opens with, if any, and whether the user has asked for it. */
export type FoundDraft = { draft?: RestorableDraft; isWanted: boolean }

export const noDraft: FoundDraft = { isWanted: false }

/**
 * The orphaned draft of a form: the one that the user has asked for, or the latest. `undefined` while it is loading, which only takes time
 * if there is one.
 */
export function useOrphanedDraft({ owner, path }: DraftForm): FoundDraft | undefined {
  const wanted = stateValue(useLocation().state, 'draft')
  const [found, setFound] = useState(() => (entriesOf(owner).some((entry) => entry.path === path) ? undefined : noDraft))
  const isKnown = found !== undefined
  useEffect(() => {
    if (isKnown) return
    let isGone = false
    async function find() {
      const left = await orphanedDrafts(owner, (at) => at === path)
      const asked = left.find(({ id }) => id === wanted) ?? left[0]
      const draft = asked && (await openOrphan({ owner, id: asked.id }))
      if (!isGone) setFound({ ...(draft && { draft }), isWanted: draft !== undefined && draft.id === wanted })
    }
    void find()
    return () => {
      isGone = true
    }
  }, [isKnown, owner, path, wanted])
  return found
}
