import type { Steps } from '#web/lists/steps/steps.ts'
import { dismiss, notify } from '#web/toasts/notices.ts'
import type { Job } from './job.ts'

/** Shows work in steps on the import screen. If it is interrupted while the user is on another screen, a notice offers another try. */
export function showWork(job: Job, doing: string, steps: Steps): void {
  job.work.set({ doing, steps })
  let told = 0
  const stop = steps.subscribe(({ state }) => {
    dismiss(told)
    if (state === 'over') stop()
    if (state !== 'interrupted' || location.search === importSearch) return
    told = notify({ text: `${doing} was interrupted.`, failed: true, action: { label: 'Try again', run: steps.resume } })
  })
}

/** The search of an address that opens an import. */
const importSearch = '?import=1'
