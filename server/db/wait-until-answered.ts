import { setTimeout as pause } from 'node:timers/promises'

type Waiting = {
  /** In milliseconds: the longest wait, and the pause between two attempts. */
  longest: number
  between: number
  /** Whether a failure may pass by itself. */
  mayPass: (error: unknown) => boolean
  /** Called once, with the first failure that may pass. */
  onWait: (error: unknown) => void
}

/** The longest wait as a text: 'Waiting up to 60 seconds'. */
export const waitingUpTo = (longest: number): string => {
  const seconds = Math.round(longest / 1000)
  return `Waiting up to ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
}

/** Repeats `ask` until it succeeds, and returns its result. Throws the last failure when the time is over, or at once if waiting is no help. */
export async function waitUntilAnswered<Result>(
  ask: () => Promise<Result>,
  { longest, between, mayPass, onWait }: Waiting,
): Promise<Result> {
  const end = performance.now() + longest
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (!mayPass(error) || performance.now() >= end) throw error
      if (attempt === 1) onWait(error)
      await pause(between)
    }
  }
}
