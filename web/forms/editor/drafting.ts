import { useLayoutEffect, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { type DraftForm, draftAutosave } from '#web/forms/drafts/autosave.ts'
import type { Draft } from '#web/forms/drafts/draft.ts'
import { removeEntry } from '#web/forms/drafts/entries.ts'
import { fitting } from '#web/forms/drafts/fitting.ts'
import { openOrphan, type RestorableDraft } from '#web/forms/drafts/orphans.ts'
import type { FoundDraft } from '#web/forms/drafts/useOrphanedDraft.ts'
import { notify } from '#web/toasts/notices.ts'

type About<Input> = {
  schema: ZodMiniType<Input>
  place: DraftForm
  /** The orphaned draft of the form. */
  left: FoundDraft
  initial: Input
  isNew: boolean
}

/** The restored or offered draft of a form, and the autosave of its input. */
export function useDrafting<Input extends object>({ schema, place, left, initial, isNew }: About<Input>) {
  // The draft of a new record is only offered, because it may be about another one, unless the user has asked for it.
  const [offered, setOffered] = useState(isNew && !left.isWanted ? left.draft : undefined)
  const [restored, setRestored] = useState(offered ? undefined : left.draft)
  const [values, setValues] = useState(() => restored && fitting(schema, initial, restored.draft.values))
  const [keeper, setKeeper] = useState(() => draftAutosave(place, restored))
  useLayoutEffect(() => keeper.hold(), [keeper])

  function offerAgain(draft: RestorableDraft, bringBack: () => void) {
    tellGivenUp(() => {
      bringBack()
      setOffered(draft)
    })
  }

  return {
    keeper,
    offered,
    restored,
    /** What the form says with it. */
    values,
    /** Opens the offered draft; input typed before becomes a draft of its own. Does nothing if another tab has opened it. */
    async takeUp(): Promise<{ values: Input; base: Draft['base'] } | undefined> {
      const taken = offered && (await openOrphan({ owner: place.owner, id: offered.id }))
      setOffered(undefined)
      if (!taken) return undefined
      const fit = fitting(schema, initial, taken.draft.values)
      setKeeper(draftAutosave(place, taken))
      setRestored(taken)
      setValues(fit)
      return { values: fit, base: taken.draft.base }
    },
    /** Discards the offered draft. Newer input stays. */
    decline() {
      if (offered) offerAgain(offered, removeEntry({ owner: place.owner, id: offered.id }))
      setOffered(undefined)
    },
    /** Discards the input. Later input becomes a new draft. */
    giveUp() {
      const bringBack = keeper.drop()
      if (restored) offerAgain(restored, bringBack)
      setKeeper(draftAutosave(place))
      setRestored(undefined)
      setValues(undefined)
    },
  }
}

/** One click was enough to lose a draft: says so, with the way back. */
export function tellGivenUp(bringBack: () => void): void {
  function undo() {
    bringBack()
    notify({ text: 'Draft restored.' })
  }
  notify({ text: 'Draft discarded.', undo })
}
