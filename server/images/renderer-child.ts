import { type ChildProcess, fork } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { refusals } from './refusals.ts'
import type { Order } from './render.ts'
import type { LastWord, Question, Reply, Work } from './renderer-process.ts'

/** The renderer's process has ended, and its open requests with it. Which of their files caused that is unknown. */
export class RendererEnded extends Error {
  readonly outOfMemory: boolean
  constructor(outOfMemory: boolean) {
    super('The image renderer has stopped.')
    this.outOfMemory = outOfMemory
  }
}

export type RendererChild = {
  /** Throws a `FileRefusal` if the image is the cause, and `RendererEnded` if the process ended. */
  ask<Kind extends keyof Work>(work: Kind, order: Order): Promise<Work[Kind]>
  /** Returns the number of open requests. */
  underWay(): number
  /** Returns the memory of the process at its last answer, in bytes. */
  rss(): number
  kill(): void
  /** Settles when the process has ended, for any reason. */
  gone: Promise<void>
}

/** The environment variables passed on, so that programs run at all, and start soon. Others hold passwords. */
const passed = ['PATH', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
/** Makes glibc return freed memory: one arena for all threads, and large pieces as mappings of their own. */
const thrifty = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Starts the process. It ends itself above `ceiling` bytes, and together with this process. */
export function startRenderer(ceiling: number): RendererChild {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => passed.includes(name)))
  const child = fork(join(import.meta.dirname, 'renderer-process.ts'), [String(ceiling)], {
    env: { ...inherited, ...thrifty },
    // The process makes few objects; V8 would reserve room for many.
    execArgv: ['--max-semi-space-size=1'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  rankBelow(child)
  const open = new Map<number, PromiseWithResolvers<Work[keyof Work]>>()
  const gone = Promise.withResolvers<void>()
  let [asked, rss, outOfMemory, isGone] = [0, 0, false, false]

  child.on('message', (message: Reply | LastWord) => {
    if ('ended' in message) {
      outOfMemory = true
      return
    }
    rss = message.rss
    const question = open.get(message.id)
    open.delete(message.id)
    if ('result' in message) question?.resolve(message.result)
    else question?.reject('unrenderable' in message ? refusals[message.unrenderable]() : new Error(message.error))
  })
  const end = () => {
    isGone = true
    for (const question of open.values()) question.reject(new RendererEnded(outOfMemory))
    open.clear()
    gone.resolve()
  }
  child.once('exit', end)
  // The process could not be started, or a request didn't reach it.
  child.on('error', () => (child.pid === undefined ? end() : child.kill('SIGKILL')))

  return {
    ask<Kind extends keyof Work>(work: Kind, order: Order): Promise<Work[Kind]> {
      if (isGone) return Promise.reject(new RendererEnded(outOfMemory))
      const question: Question = { id: asked++, work, order }
      const answer = Promise.withResolvers<Work[keyof Work]>()
      open.set(question.id, answer)
      child.send(question)
      return answer.promise as Promise<Work[Kind]>
    },
    underWay: () => open.size,
    rss: () => rss,
    kill: () => child.kill('SIGKILL'),
    gone: gone.promise,
  }
}

/**
 * Lowers the process's priority below that of this process, which may itself be low: with too few cores, the server answers first. Threads inherit
 * the priority of their process.
 */
function rankBelow({ pid }: ChildProcess) {
  try {
    const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority
    if (pid !== undefined) setPriority(pid, Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL))
  } catch {
    // The process has ended already, which `exit` reports.
  }
}
