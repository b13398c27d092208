import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { refusals } from './refusals.ts'
import type { Order } from './render.ts'
import type { LastWord, Question, Reply, Work } from './renderer-process.ts'

/** The renderer's process has ended, and with it what was asked of it: which of the files under way did that, nobody knows. */
export class RendererEnded extends Error {
  readonly outOfMemory: boolean
  constructor(outOfMemory: boolean) {
    super('The process that renders images has ended.')
    this.outOfMemory = outOfMemory
  }
}

export type RendererChild = {
  /** Throws a `FileRefusal` for what the image is to blame for, and `RendererEnded`. */
  ask<Kind extends keyof Work>(work: Kind, order: Order): Promise<Work[Kind]>
  /** How many questions are open. */
  underWay(): number
  /** The memory that it took when it last answered, in bytes. */
  rss(): number
  kill(): void
  /** Settles when it is gone, for whatever reason. */
  gone: Promise<void>
}

/** What is passed on of the environment, so that programs run at all, and start soon. The rest holds passwords. */
const passed = ['PATH', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
/** glibc gives back what was freed: one arena for all threads, and large pieces as mappings of their own. */
const thrifty = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Starts the process, which ends itself when it takes more than `ceiling` bytes, and together with this one. */
export function startRenderer(ceiling: number): RendererChild {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => passed.includes(name)))
  const child = fork(join(import.meta.dirname, 'renderer-process.ts'), [String(ceiling)], {
    env: { ...inherited, ...thrifty },
    // It makes few objects; V8 would keep room for many.
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
    if ('told' in message) question?.resolve(message.told)
    else question?.reject('unrenderable' in message ? refusals[message.unrenderable]() : new Error(message.error))
  })
  const end = () => {
    isGone = true
    for (const question of open.values()) question.reject(new RendererEnded(outOfMemory))
    open.clear()
    gone.resolve()
  }
  child.once('exit', end)
  // It could not even be started, or a question didn't reach it.
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

/** Where there are too few cores for both, the server answers first, and pictures take what is left. Threads begin with what their process has. */
function rankBelow({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, which `exit` tells.
  }
}
