import { SHARE_ENV, Worker } from 'node:worker_threads'
import { DatabaseUnavailable, SerializationFailure } from './failures.ts'
import type { Outcome } from './sqlite-file.js'
import type { Act, Failure, Reply, Task } from './writer-thread.js'

/** What is told goes alone when there is so much of it: a transaction may write thousands of rows and ask for nothing. */
const mostAtOnce = 100

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

/** Whether nothing more can be done in the transaction after this, which a `Writer` threw. */
export function endsTransaction(error: unknown): boolean {
  const failure = error instanceof SerializationFailure ? error.cause : error
  return !(failure instanceof WriterFailure) || failure.endsTransaction
}

/**
 * The thread that writes to an SQLite file (`writer-thread.js`), as the main thread knows it. Tasks are carried out in the order in which they
 * come; the first one starts it. A thread that dies is followed by another one with the next task; what it was asked for fails with `DatabaseUnavailable`.
 */
export class Writer {
  readonly #file: string
  #thread: Worker | undefined
  /** A transaction that a thread took with it is over for the next one, too. */
  #state: 'ready' | 'interrupted' | 'closed' = 'ready'
  #tasks: Task[] = []
  #isSending = false
  /** Who waits for an answer, in the order in which these come. */
  #asked: PromiseWithResolvers<Outcome>[] = []

  constructor(file: string) {
    this.#file = file
  }

  /** Throws `WriterFailure`, `DatabaseUnavailable`, or `SerializationFailure` where another change was in the way. */
  ask(act: Act): Promise<Outcome> {
    if (!this.#takes(act)) return Promise.reject(new DatabaseUnavailable('The thread that writes has ended.'))
    const answer = Promise.withResolvers<Outcome>()
    this.#asked.push(answer)
    this.#add({ ...act, asked: true })
    return answer.promise
  }

  /** Goes with what is asked for next, whose answer shows whether it could be done. */
  tell(act: Act): void {
    if (!this.#takes(act)) return
    this.#tasks.push({ ...act, asked: false })
    if (this.#tasks.length >= mostAtOnce) this.#send()
  }

  async close(): Promise<void> {
    if (!this.#thread) return
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#thread.once('exit', () => resolve())
    this.#add({ act: 'close', asked: false })
    this.#state = 'closed'
    await ended
  }

  #takes({ act }: Act): boolean {
    if (this.#state === 'interrupted' && (act === 'begin' || act === 'open')) this.#state = 'ready'
    return this.#state === 'ready'
  }

  #add(task: Task) {
    this.#tasks.push(task)
    if (this.#isSending) return
    this.#isSending = true
    // After all that runs before the event loop goes on: a message wakes the other thread, which costs more than what is in it.
    process.nextTick(() => this.#send())
  }

  #send() {
    this.#isSending = false
    this.#thread ??= this.#start()
    this.#thread.ref()
    this.#thread.postMessage(this.#tasks.splice(0))
  }

  #start(): Worker {
    const thread = new Worker(new URL('writer-thread.js', import.meta.url), { workerData: this.#file, execArgv: [], env: SHARE_ENV })
    // It keeps the process running only while somebody waits for it.
    thread.unref()
    thread.on('message', (replies: Reply[] | Record<string, unknown>) => {
      // Under `node --watch` the thread tells here which files it has loaded, too.
      if (!Array.isArray(replies)) return
      for (const reply of replies) this.#take(reply)
      if (this.#asked.length === 0 && this.#state !== 'closed') thread.unref()
    })
    let reason: unknown
    thread.on('error', (error) => {
      reason = error
    })
    thread.on('exit', () => {
      this.#thread = undefined
      this.#tasks = []
      if (this.#state === 'ready') this.#state = 'interrupted'
      for (const { reject } of this.#asked.splice(0))
        reject(new DatabaseUnavailable('The thread that writes has ended.', { cause: reason }))
    })
    return thread
  }

  #take(reply: Reply) {
    const answer = this.#asked.shift()
    if ('failure' in reply) answer?.reject(failureIn(reply))
    else answer?.resolve(reply)
  }
}

function failureIn({ failure, endsTransaction, isOthers }: Extract<Reply, { failure: unknown }>): Error {
  const cause = new WriterFailure(failure, endsTransaction)
  return isOthers ? new SerializationFailure('Another change was in the way of this one.', { cause }) : cause
}
