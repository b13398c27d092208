import type { Outcome } from '#contract/changes.ts'
import type { Caller } from '#web/api/caller.ts'
import { newIdempotencyKey } from '#web/api/idempotency.ts'
import { isOutcomeUnknown } from '#web/api/is-outcome-unknown.ts'
import { invalidateAll } from '#web/api/lists.ts'
import { queries } from '#web/api/queries.ts'
import { currentSession, perSession, reauthenticateWhileDirty } from '#web/api/session.ts'
import { askBeforeUnload } from '#web/components/before-unload.ts'
import { dismiss, notify } from '#web/toasts/notices.ts'
import { resolveVersion } from '#web/toasts/version-aliases.ts'
import { applyOutcomes } from './apply-outcomes.ts'
import type { BulkAction, Planned } from './bulk-actions.ts'
import { bulkRun, type Interruption } from './bulk-run.ts'
import { isOnScreen } from './on-screen.ts'
import { nothingDone, type Result, resultWith } from './result.ts'
import { sendChanges } from './send-changes.ts'

/** The number of records changed by one call: half of the limit, so that other writes wait less. */
const stepSize = 50

const queue = perSession(() => ({ last: Promise.resolve() as Promise<unknown> }))

/**
 * Changes many records in steps, after a running bulk action, and returns the outcomes. Continues on other screens, and never settles
 * after the session has ended.
 */
export function changeMany(action: BulkAction): Promise<Result> {
  const its = queue()
  const result = its.last.then(() => perform(action))
  its.last = result
  return result
}

/** Ends the running action after the step that is under way. */
export function stopBulkRun(): void {
  const now = bulkRun().get()
  if (now) bulkRun().set({ ...now, isStopping: true })
}

async function perform(action: BulkAction): Promise<Result> {
  const its = bulkRun()
  const session = currentSession()
  its.set({ action, result: nothingDone, isStopping: false })
  const release = keepOpen(session)
  for (const planned of stepsOf(action.planned)) {
    const now = its.get()
    if (!now) break
    const outcomes = now.isStopping ? 'not tried' : await outcomesOf(action, planned, session)
    if (typeof outcomes !== 'string') applyOutcomes(action, planned, outcomes)
    its.set({ ...(its.get() ?? now), result: resultWith(now.result, planned, outcomes) })
  }
  const { result = nothingDone } = its.get() ?? {}
  its.set(undefined)
  release()
  invalidateAll(queries())
  return result
}

/**
 * Sends one step until it succeeds or the user gives up. Each try has the same idempotency key, so nothing is done twice; the outcome is
 * unknown if that of any try is.
 */
async function outcomesOf(
  { target }: BulkAction,
  planned: readonly Planned[],
  as: Caller | undefined,
): Promise<Outcome<unknown>[] | 'not tried' | 'unknown'> {
  const name = newIdempotencyKey()
  const changes = planned.map(({ change }) => resolveVersion(change))
  let outcome: 'not tried' | 'unknown' = 'not tried'
  for (;;) {
    try {
      return await sendChanges(target, changes, { as, name })
    } catch (error) {
      console.error('Records could not be changed', error)
      if (isOutcomeUnknown(error)) outcome = 'unknown'
      if ((await asked(error)) === 'leave') return outcome
    }
  }
}

/** Shows the failure, and returns the user's decision. */
async function asked(error: unknown): Promise<'go on' | 'leave'> {
  const its = bulkRun()
  const answer = Promise.withResolvers<'go on' | 'leave'>()
  const show = (interrupted: Interruption | undefined, isStopping: boolean) => {
    const now = its.get()
    if (now) its.set({ ...now, interrupted, isStopping })
  }
  const goOn = () => answer.resolve('go on')
  let told = 0
  function tellUnseen() {
    if (isOnScreen('workBar')) return
    dismiss(told)
    told = notify({ text: 'The change was interrupted.', failed: true, action: { label: 'Try again', run: goOn } })
  }
  show({ error, goOn, leave: () => answer.resolve('leave'), tellUnseen }, false)
  tellUnseen()
  const wanted = await answer.promise
  dismiss(told)
  show(undefined, wanted === 'leave')
  return wanted
}

/** Until it is released, a session that runs out is signed in again over the screen, and a window that is closed asks first. */
function keepOpen(session: Caller | undefined): () => void {
  const closeFreely = askBeforeUnload(session?.signal)
  const release = reauthenticateWhileDirty(() => true)
  return () => {
    closeFreely()
    release()
  }
}

const stepsOf = (planned: readonly Planned[]): Planned[][] =>
  Array.from({ length: Math.ceil(planned.length / stepSize) }, (_, step) => planned.slice(step * stepSize, (step + 1) * stepSize))
