import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Resource, Stored } from '#web/api/resource.ts'
import type { Draft } from '#web/forms/drafts/draft.ts'
import { choose, type FieldConflicts, followed, type Side } from './field-conflicts.ts'
import { both, type Kept, nothingKept } from './kept.ts'
import type { Follows, NameOf } from './merge.ts'
import { type Overtaken, type Reconciled, reconcile } from './reconcile.ts'

/** Undecided fields, and the starting point of the user's draft until they are decided. */
type Open<Values> = { choices: FieldConflicts<Values>; since: Since }
type Since = NonNullable<Draft['base']>

/** Merges the user's input with versions stored by others meanwhile, and holds the undecided fields. */
export function useMergeConflicts<Item extends Stored, Values extends object>(
  { history }: Pick<Resource<Item, Values>, 'history'>,
  follows: Follows<Values>,
) {
  const client = useQueryClient()
  const [open, setOpen] = useState<Open<Values>>()
  const [kept, setKept] = useState<Kept>(nothingKept)
  const change = (how: (choices: FieldConflicts<Values>) => FieldConflicts<Values>) =>
    setOpen((now) => now && { ...now, choices: how(now.choices) })

  /** Nothing where the history can't be told now. */
  async function versionsOf(id: string) {
    try {
      return (await client.fetchInfiniteQuery(history(id))).pages.flat()
    } catch (error) {
      console.error('The history could not be fetched', error)
      return []
    }
  }

  return {
    choices: open?.choices,
    since: open?.since,
    /** What of others is in the form by now. */
    kept,
    /** `mine` is a function, because the user may type until the versions have arrived. */
    async reconcile(overtaken: Omit<Overtaken<Values>, 'mine' | 'versions'>, mine: () => Values): Promise<Reconciled<Values>> {
      const versions = await versionsOf(overtaken.current._id)
      return reconcile({ ...overtaken, mine: mine(), versions }, follows)
    },
    /** From now on the form holds this. */
    take({ choices, kept: more }: Reconciled<Values>, since: Since) {
      setOpen(choices && { choices, since })
      setKept((now) => both(now, more))
    },
    choose: (name: NameOf<Values>, whose: Side) => change((choices) => choose(choices, name, whose)),
    follow: (values: Values) => change((choices) => followed(choices, values)),
    /** All that had to be chosen is. */
    settle: () => setOpen(undefined),
    reset() {
      setOpen(undefined)
      setKept(nothingKept)
    },
  }
}
