import { readdirSync, readFileSync } from 'node:fs'

// Facts about processes from Linux's `/proc`. Tests that need them are skipped on other systems.

export const isLinux = process.platform === 'linux'

/** Returns a file of a process in `/proc`; '' when the process has ended. */
export function read(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the renderers of a process. No other child runs a file of that name. */
export const renderersOf = (pid: number): number[] =>
  read(pid, `task/${pid}/children`)
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((child) => read(child, 'cmdline').includes('renderer-process'))

export const isThere = (pid: number): boolean => /^State:\s+[^Z]/m.test(read(pid, 'status'))

/** Returns the resident memory of a process in bytes. */
export const memoryOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0) * 1024

/**
 * Returns a function that tells the milliseconds since now, without the time for which threads of this process and of `pids` waited for a core.
 * A busy machine adds to that time; waiting for a timer, a lock or a disk doesn't. On other systems it is the plain time.
 */
export function stopwatch(...pids: (number | undefined)[]): () => number {
  const watched = [process.pid, ...pids.filter((pid) => pid !== undefined)]
  const begun = performance.now()
  const before = new Map(watched.map((pid) => [pid, waitedForCore(pid)]))
  const starved = new Map<number, number>()
  const look = () => {
    for (const pid of watched) starved.set(pid, Math.max(starved.get(pid) ?? 0, waitedForCore(pid) - (before.get(pid) ?? 0)))
  }
  // A process that has ended tells nothing, so its last figure counts.
  const looking = setInterval(look, 50).unref()
  return () => {
    look()
    clearInterval(looking)
    return performance.now() - begun - starved.values().reduce((sum, time) => sum + time, 0)
  }
}

/** Returns for how long the threads of a process have waited for a core so far, in milliseconds; 0 where that isn't known. */
export const waitedForCore = (pid: number): number =>
  threadsOf(pid).reduce((sum, thread) => sum + Number(read(pid, `task/${thread}/schedstat`).split(' ')[1] ?? 0) / 1e6, 0)

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Returns the CPU time of a process so far, in milliseconds; 0 when the process has ended. */
export function processorTimeOf(pid: number): number {
  // The name of the process, in parentheses, may hold blanks. User and system time follow, in hundredths of a second.
  const fields = read(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}
