import { useLayoutEffect, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { type DraftForm, draftAutosave } from '#web/forms/drafts/autosave.ts'
import type { Draft } from '#web/forms/drafts/draft.ts'
import { removeEntry } from '#web/forms/drafts/entries.ts'
import { fitting } from '#web/forms/drafts/fitting.ts'
import { openOrphan, type RestorableDraft } from '#web/forms/drafts/orphans.ts'
import type { FoundDraft } from '#web/forms/drafts/useLeftDraft.ts'
import { notify } from '#web/toasts/notices.ts'

type About<Input> = {
  schema: ZodMiniType<Input>
  place: DraftForm
  /** What somebody left in the form. */
  left: FoundDraft
  initial: Input
  isNew: boolean
}

/** What was left in a form and stands in it again, or is offered; and what keeps that which is typed into it now. */
export function useDrafting<Input extends object>({ schema, place, left, initial, isNew }: About<Input>) {
  // A new item may be another one than what was left here: that is only offered, unless somebody came back for it.
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
    /** Goes on with what is offered; what has been typed until then becomes a draft of its own. Nothing where another tab was quicker. */
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
    /** Gives up what is offered. What was typed instead stays. */
    decline() {
      if (offered) offerAgain(offered, removeEntry({ owner: place.owner, id: offered.id }))
      setOffered(undefined)
    },
    /** Gives up what is in the form. What is typed from now on is another draft. */
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
    notify({ text: 'It is a draft again.' })
  }
  notify({ text: 'The draft was given up.', undo })
}
