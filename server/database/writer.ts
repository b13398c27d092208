import { SHARE_ENV, Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from './failures.ts'
import type { Outcome } from './sqlite-file.js'
import type { Act, Failure, Reply, Task } from './writer-thread.js'

/** What SQLite said of something that the writer was asked for. */
export class WriterFailure extends Error {
  /** The transaction under way has ended with it, and everything that was done in it is gone. */
  readonly endsTransaction: boolean

  constructor({ message, ...codes }: Failure, endsTransaction: boolean) {
    super(message)
    this.endsTransaction = endsTransaction
    Object.assign(this, codes)
  }
}

/**
 * The thread that writes to an SQLite file (`writer-thread.js`), as the main thread knows it. Tasks are carried out in the order in which they
 * come. A thread that dies is followed by another one with the next task; what it was asked for fails with `DatabaseUnavailable`.
 */
export class Writer {
  readonly #file: string
  #thread: Worker | undefined
  /** A transaction that a thread took with it is over for the next one, too. */
  #state: 'ready' | 'interrupted' | 'closed' = 'ready'
  /** Who waits for an answer, in the order in which these come. */
  #asked: PromiseWithResolvers<Outcome>[] = []

  constructor(file: string) {
    this.#file = file
    this.#thread = this.#start()
  }

  /** Throws `WriterFailure` or `DatabaseUnavailable`. */
  ask(act: Act): Promise<Outcome> {
    if (!this.#takes(act)) return Promise.reject(new DatabaseUnavailable('The thread that writes has ended.'))
    const answer = Promise.withResolvers<Outcome>()
    this.#asked.push(answer)
    this.#post({ ...act, asked: true }).ref()
    return answer.promise
  }

  /** Whether it could be done shows in the answer to what is asked for next. */
  tell(act: Act): void {
    if (this.#takes(act)) this.#post({ ...act, asked: false })
  }

  async close(): Promise<void> {
    if (!this.#thread) return
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#thread.once('exit', () => resolve())
    this.#post({ act: 'close', asked: false }).ref()
    this.#state = 'closed'
    await ended
  }

  #takes({ act }: Act): boolean {
    if (this.#state === 'interrupted' && (act === 'begin' || act === 'open')) this.#state = 'ready'
    return this.#state === 'ready'
  }

  #post(task: Task): Worker {
    this.#thread ??= this.#start()
    this.#thread.postMessage(task)
    return this.#thread
  }

  #start(): Worker {
    const thread = new Worker(new URL('writer-thread.js', import.meta.url), { workerData: this.#file, execArgv: [], env: SHARE_ENV })
    // It keeps the process running only while somebody waits for it.
    thread.unref()
    thread.on('message', (reply: Reply) => this.#take(reply))
    let reason: unknown
    thread.on('error', (error) => {
      reason = error
    })
    thread.on('exit', () => {
      this.#thread = undefined
      if (this.#state === 'ready') this.#state = 'interrupted'
      for (const { reject } of this.#asked.splice(0))
        reject(new DatabaseUnavailable('The thread that writes has ended.', { cause: reason }))
    })
    return thread
  }

  #take(reply: Reply) {
    const answer = this.#asked.shift()
    if (this.#asked.length === 0) this.#thread?.unref()
    if ('failure' in reply) answer?.reject(new WriterFailure(reply.failure, reply.isOver))
    else answer?.resolve(reply)
  }
}
