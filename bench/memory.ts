import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { read } from '#testing/linux.ts'

/** Returns a process's memory in MB: RSS, and PSS, in which shared pages are divided among their processes (Linux only). */
export function memoryOf(pid: number): [rss: string, pss: string] {
  if (process.platform !== 'linux')
    return [megabytes(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))), '-']
  const told = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const figure = (name: string) => megabytes(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(told)?.[1]))
  return [figure('Rss'), figure('Pss')]
}

/** Returns the children of a process (Linux only). */
export function childrenOf(pid: number): number[] {
  return read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

const megabytes = (kilobytes: number) => ((kilobytes / 1_000) * 1.024).toFixed(0)
