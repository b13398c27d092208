import { currentSession, perSession, type Session } from '#web/api/session.ts'
import { type Action, reduce } from '#web/import/state/reduce.ts'
import { type ImportState, nothingRead, type Target } from '#web/import/state/state.ts'
import type { Steps } from '#web/lists/steps/steps.ts'
import { createStore, type Store } from '#web/store.ts'
import type { ImportedName } from './calls.ts'
import type { AddedImage } from './journal.ts'

/** The work in steps that is under way. */
export type Work = { doing: string; steps: Steps }

/** An import as far as it has been written: one batch on the server, with one Undo. */
export type Batch = { id: string; images: AddedImage[]; written: number }

export type Job = {
  name: ImportedName
  caller: Session | undefined
  state: Pick<Store<ImportState>, 'get' | 'subscribe'>
  dispatch: (action: Action) => void
  /** The check of rows, and the import or its Undo. */
  checking: Store<Steps | undefined>
  work: Store<Work | undefined>
  batch: Store<Batch | undefined>
}

const jobs = perSession(() => new Map<ImportedName, Job>())

/** The import of a collection. It outlives the screen: whoever comes back finds the preview, and an import goes on meanwhile. */
export function jobOf(name: ImportedName, target: () => Target): Job {
  const known = jobs().get(name)
  if (known) return known
  const state = createStore(nothingRead(target()))
  const job: Job = {
    name,
    caller: currentSession(),
    state,
    dispatch: (action) => state.set(reduce(state.get(), action)),
    checking: createStore<Steps | undefined>(undefined),
    work: createStore<Work | undefined>(undefined),
    batch: createStore<Batch | undefined>(undefined),
  }
  jobs().set(name, job)
  return job
}
