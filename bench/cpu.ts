import { isLinux, read } from '#testing/linux.ts'
import { childrenOf } from './memory.ts'

/** The unit of CPU times in `/proc`, in ms: the same on every Linux. */
const tick = 10

/** Returns the CPU time of a process and of all its descendants so far, in ms; `NaN` on other systems than Linux. */
export function cpuOf(pid: number): number {
  if (!isLinux) return Number.NaN
  // The program's name in brackets may contain any character. The twelfth field after it begins the times of the process and of its ended children.
  const times = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 15)
    .map(Number)
  const running = childrenOf(pid).map(cpuOf)
  return times.reduce((sum, ticks) => sum + ticks * tick, 0) + running.reduce((sum, time) => sum + time, 0)
}

/** Returns the CPU time of all children of this process except `others`, in ms. */
export const cpuOfOthers = (others: (number | undefined)[]): number =>
  childrenOf(process.pid)
    .filter((pid) => !others.includes(pid))
    .reduce((sum, pid) => sum + cpuOf(pid), 0)
