import { readFileSync } from 'node:fs'

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
