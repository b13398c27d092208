import { useSyncExternalStore } from 'react'
import { today } from './chain-day.ts'

/** In milliseconds. Nothing waits for midnight itself: the timers of a machine that is asleep stand still. */
const beat = 1_000

/** The chain's day and the day here, and others from midnight on. */
export const useToday = (): string => useSyncExternalStore(subscribe, () => `${today()} ${new Date().toDateString()}`)

function subscribe(look: () => void): () => void {
  const timer = setInterval(look, beat)
  return () => clearInterval(timer)
}
