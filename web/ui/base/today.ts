import { useSyncExternalStore } from 'react'

/** In milliseconds. Nothing waits for midnight itself: the timers of a machine that is asleep stand still. */
const beat = 1_000

/** The day it is in a word, and another one from midnight on. */
export const useToday = (): string => useSyncExternalStore(subscribe, () => new Date().toDateString())

function subscribe(look: () => void): () => void {
  const timer = setInterval(look, beat)
  return () => clearInterval(timer)
}
