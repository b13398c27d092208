import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { stateValue } from '#web/router/location-state.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'
import type { DraftForm, ReadDraft } from './draft.ts'
import { findDraft } from './find.ts'
import { withoutLostPictures } from './pictures.ts'
import { hasNone } from './server-drafts.ts'
import { copiesOf } from './tab-copies.ts'

/** The state of a history entry that opens a form with this draft in it. */
export const withDraft = (id: string) => ({ draft: id })

/** A draft as a form takes it up: without the pictures that are gone for good, `lost` in number. */
export type RestorableDraft = ReadDraft & { lost: number }

/** The draft that a form opens with, if any, and whether the user has asked for it. */
export type FoundDraft = { draft?: RestorableDraft; isWanted: boolean }

export const noDraft: FoundDraft = { isWanted: false }

/** The longest that a form waits for the server's answer, in milliseconds. A draft that is found later is offered in the open form. */
const patience = 1_500

/** The draft of a form: the one that the user has asked for, or the latest. `undefined` while the form should wait for it. */
export function useFoundDraft({ owner, path }: DraftForm): FoundDraft | undefined {
  const client = useQueryClient()
  const { state } = useLocation()
  const [wanted] = useState(() => stateValue(state, 'draft'))
  const [found, setFound] = useState(() => (isNoneHere(owner, path) && hasNone(client, path) ? noDraft : undefined))
  useEffect(() => {
    let isGone = false
    const timer = setTimeout(() => setFound((known) => known ?? noDraft), patience)
    async function find() {
      const read = await findDraft(client, { owner, path, wanted })
      clearTimeout(timer)
      if (!read) return setFound((known) => known ?? noDraft)
      const { values, lost } = await withoutLostPictures(read.draft.values)
      const draft = { ...read, draft: { ...read.draft, values }, lost }
      if (!isGone) setFound({ draft, isWanted: read.id === wanted })
    }
    void find()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [client, owner, path, wanted])
  return found
}

const isNoneHere = (owner: string, path: string) => copiesOf(owner).every((copy) => copy.path !== path)
