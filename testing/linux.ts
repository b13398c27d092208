import { readFileSync } from 'node:fs'

// What Linux tells of the processes that it runs; elsewhere the tests that need it are left out.

export const isLinux = process.platform === 'linux'

/** A file of a process below `/proc`, '' where that process is gone. */
export function read(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}

/** The renderers of a process: it has no other children that run a file of that name. */
export const renderersOf = (pid: number): number[] =>
  read(pid, `task/${pid}/children`)
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((child) => read(child, 'cmdline').includes('renderer-process'))

export const isThere = (pid: number): boolean => /^State:\s+[^Z]/m.test(read(pid, 'status'))

/** In bytes, what a process has in memory now. */
export const memoryOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0) * 1024
