import { type CampaignPausing, type CodeVersion, mostPaused, promoCodes } from '#contract/promo-codes.ts'
import { addressOf } from '#web/api/address.ts'
import { call } from '#web/api/call.ts'
import { invalidateAll } from '#web/api/lists.ts'
import { queries } from '#web/api/queries.ts'
import { perSession } from '#web/api/session.ts'
import { formatCount } from '#web/components/format-count.ts'
import { createStore } from '#web/store.ts'
import { notify, notifyFailure } from '#web/toasts/notices.ts'
import { config } from './index.ts'

/** `only`: of all codes those that still have these versions. */
type Pausing = { campaign: string; paused: boolean; only?: readonly CodeVersion[] }

/** The running job, and the number of codes it has changed so far. */
export const underWay = perSession(() => createStore<(Pausing & { count: number }) | undefined>(undefined))

/**
 * Pauses or resumes the codes of a campaign in steps, and reports their number with one Undo. After a failure it reports the progress and
 * can continue. `before`: the codes changed before the failure.
 */
export async function pauseCampaign(pausing: Pausing, before: readonly CodeVersion[] = []): Promise<void> {
  const { campaign, paused, only } = pausing
  const its = underWay()
  const changed = [...before]
  const takeBack = () => void pauseCampaign({ campaign, paused: !paused, only: changed })
  const undo = () => (only || changed.length === 0 ? {} : { undo: takeBack })
  const about = { name: campaign, to: addressOf(config.at.list, {}, { campaign }) }
  try {
    for (const body of bodiesOf(pausing)) await inSteps(body, changed, () => its.set({ ...pausing, count: changed.length }))
    notify({ about, text: inWords(pausing, changed.length), ...undo() })
  } catch (error) {
    console.error('A campaign could not be paused or started', error)
    const action = { label: 'Continue', run: () => void pauseCampaign(pausing, changed) }
    notifyFailure(`couldn't be fully ${paused ? 'paused' : 'started'} (${codes(changed.length)} changed).`, error, {
      about,
      action,
      ...undo(),
    })
  } finally {
    its.set(undefined)
    invalidateAll(queries())
  }
}

/**
 * Adds the codes changed by each step to `changed`; `tell` is called before each step. The number of steps is fixed at the start, so that
 * it does not compete with a user who does the opposite.
 */
async function inSteps(body: CampaignPausing, changed: CodeVersion[], tell: () => void) {
  for (let steps = 1, most = 1; steps <= most; steps++) {
    tell()
    const step = await call(promoCodes.pauseCampaign, { body })
    if (steps === 1) most += Math.ceil(step.left / mostPaused)
    changed.push(...step.changed)
  }
}

function bodiesOf({ campaign, paused, only }: Pausing): CampaignPausing[] {
  if (!only) return [{ campaign, paused }]
  const steps = Math.ceil(only.length / mostPaused)
  return Array.from({ length: steps }, (_, at) => ({ campaign, paused, only: only.slice(at * mostPaused, (at + 1) * mostPaused) }))
}

function inWords({ paused, only }: Pausing, count: number): string {
  if (count === 0 && !only) return paused ? 'is already paused.' : 'has no paused codes.'
  const done = `${paused ? 'is paused' : 'was started'} (${codes(count)}).`
  const others = (only?.length ?? count) - count
  return others === 0 ? done : `${done} Skipped ${codes(others)} that had been changed.`
}

const codes = (count: number) => (count === 1 ? '1 code' : `${formatCount(count)} codes`)
