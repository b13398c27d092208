import { setTimeout as pause } from 'node:timers/promises'
import { part } from './table.ts'

/** A running load. `stop` returns the number of calls that the busy server refused. */
export type Load = { stop: () => Promise<number> }

/** Starts `people` users who each repeat these actions, with a user's pauses, until they are stopped. */
export function others(deeds: readonly (() => Promise<void>)[], people: number): Load {
  let [isOver, refused] = [false, 0]
  const work = deeds.flatMap((deed) =>
    Array.from({ length: people }, async () => {
      while (!isOver) {
        await deed().catch(() => {
          refused += 1
        })
        await pause(30)
      }
    }),
  )
  return {
    async stop() {
      isOver = true
      await Promise.all(work)
      return refused
    },
  }
}

/** Runs an action and adds its time, in milliseconds. */
export async function timed(into: number[], deed: () => Promise<unknown>): Promise<void> {
  const begun = performance.now()
  await deed()
  into.push(performance.now() - begun)
}

/** The 99th percentile of times. */
export const most = (times: number[]) => (times.length === 0 ? '–' : part(times, 0.99).toFixed(0))
