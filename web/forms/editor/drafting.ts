import { useLayoutEffect, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import type { Draft, DraftForm } from '#web/forms/drafts/draft.ts'
import { fitting } from '#web/forms/drafts/fitting.ts'
import { draftKeeper } from '#web/forms/drafts/keeper.ts'
import type { FoundDraft } from '#web/forms/drafts/useFoundDraft.ts'
import { notify } from '#web/toasts/notices.ts'

type About<Input> = {
  schema: ZodMiniType<Input>
  place: DraftForm
  /** The draft that was found for the form. It may come after the form has opened. */
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
  const [keeper, setKeeper] = useState(() => draftKeeper(place, restored))
  const [known, setKnown] = useState(left.draft)
  useLayoutEffect(() => keeper.hold(), [keeper])
  if (left.draft !== known) {
    setKnown(left.draft)
    setOffered(left.draft)
  }

  function offerAgain(draft: typeof offered, bringBack: () => void) {
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
    /** Opens the offered draft. Input typed before into the form for a new record becomes a draft of its own. */
    takeUp(): { values: Input; base: Draft['base'] } | undefined {
      setOffered(undefined)
      if (!offered) return undefined
      const next = draftKeeper(place, offered)
      if (next.id === keeper.id) next.replace(offered.draft)
      const fit = fitting(schema, initial, offered.draft.values)
      setKeeper(next)
      setRestored(offered)
      setValues(fit)
      return { values: fit, base: offered.draft.base }
    },
    /** Discards the offered draft. Newer input stays. */
    decline() {
      setOffered(undefined)
      const isReplaced = offered?.id === keeper.id && keeper.hasInput()
      if (offered && !isReplaced) offerAgain(offered, draftKeeper(place, offered).drop())
    },
    /** Discards the input. Later input becomes a new draft. */
    giveUp() {
      const bringBack = keeper.drop()
      if (restored) offerAgain(restored, bringBack)
      setKeeper(draftKeeper(place))
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
