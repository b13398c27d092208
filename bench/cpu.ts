import { isLinux, read } from '#testing/linux.ts'
import { childrenOf } from './memory.ts'

/** What `/proc` counts in, in ms: the same on every Linux. */
const tick = 10

/** In ms, the CPU that a process and all that it has started took until now; `NaN` where that isn't told, on another system than Linux. */
export function cpuOf(pid: number): number {
  if (!isLinux) return Number.NaN
  // The name of the program, in brackets, may hold anything. Behind it, from the twelfth on, stand its own times and those of children that have ended.
  const times = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 15)
    .map(Number)
  const running = childrenOf(pid).map(cpuOf)
  return times.reduce((sum, ticks) => sum + ticks * tick, 0) + running.reduce((sum, time) => sum + time, 0)
}

/** The same of everything that this process has started, but for `others`. */
export const cpuOfOthers = (others: (number | undefined)[]): number =>
  childrenOf(process.pid)
    .filter((pid) => !others.includes(pid))
    .reduce((sum, pid) => sum + cpuOf(pid), 0)
