import { SHARE_ENV, Worker } from 'node:worker_threads'
import { DatabaseUnavailable, SerializationFailure } from '#server/db/errors.ts'
import type { Outcome } from './file.js'
import type { Act, Failure, Reply, Task } from './writer-thread.js'

/** A message is sent when it has this many tasks, even if no answer is needed yet: a transaction may write thousands of rows. */
const tasksPerMessage = 100

/** An error of SQLite on the writer thread, with its codes. `endsTransaction`: SQLite has rolled the whole transaction back. */
export class WriterFailure extends Error {
  readonly endsTransaction: boolean

  constructor({ message, ...codes }: Failure, endsTransaction: boolean) {
    super(message)
    this.endsTransaction = endsTransaction
    Object.assign(this, codes)
  }
}

/** Whether an error of `Writer.ask` has ended the whole transaction. */
export function endsTransaction(error: unknown): boolean {
  const failure = error instanceof SerializationFailure ? error.cause : error
  return !(failure instanceof WriterFailure) || failure.endsTransaction
}

/**
 * The main thread's side of the writer thread (`writer-thread.js`). Tasks run in order; the first one starts the thread. Where the thread
 * dies, its open tasks fail with `DatabaseUnavailable` and the next transaction starts another one.
 */
export class Writer {
  readonly #file: string
  #thread: Worker | undefined
  /** `interrupted`: the thread died with a transaction open, whose remaining tasks must fail. */
  #state: 'ready' | 'interrupted' | 'closed' = 'ready'
  #tasks: Task[] = []
  #isSending = false
  /** Open questions, in the order of their answers. */
  #asked: PromiseWithResolvers<Outcome>[] = []

  constructor(file: string) {
    this.#file = file
  }

  /** Throws `WriterFailure`, `DatabaseUnavailable`, or `SerializationFailure` where another change ended the transaction. */
  ask(act: Act): Promise<Outcome> {
    if (!this.#takes(act)) return Promise.reject(new DatabaseUnavailable('The writer thread has ended.'))
    const answer = Promise.withResolvers<Outcome>()
    this.#asked.push(answer)
    this.#add({ ...act, asked: true })
    return answer.promise
  }

  /** Sends a task with the next question, whose answer reports its failure. */
  tell(act: Act): void {
    if (!this.#takes(act)) return
    this.#tasks.push({ ...act, asked: false })
    if (this.#tasks.length >= tasksPerMessage) this.#send()
  }

  async close(): Promise<void> {
    const ended = this.#thread && new Promise((resolve) => this.#thread?.once('exit', resolve))
    if (ended) this.#add({ act: 'close', asked: false })
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
    // One message for all tasks of this turn of the event loop: waking the thread costs more than a task.
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
    let reason: unknown
    // Only open questions keep the process running.
    thread.unref()
    thread.on('message', (replies: Reply[] | Record<string, unknown>) => {
      // Under `node --watch` the thread also reports the files that it has loaded.
      if (!Array.isArray(replies)) return
      for (const reply of replies) this.#answer(reply)
      if (this.#asked.length === 0 && this.#state !== 'closed') thread.unref()
    })
    thread.on('error', (error) => {
      reason = error
    })
    thread.on('exit', () => {
      this.#thread = undefined
      this.#tasks = []
      if (this.#state === 'ready') this.#state = 'interrupted'
      for (const { reject } of this.#asked.splice(0)) reject(new DatabaseUnavailable('The writer thread has ended.', { cause: reason }))
    })
    return thread
  }

  #answer(reply: Reply) {
    const asked = this.#asked.shift()
    if (!('failure' in reply)) return asked?.resolve(reply)
    const cause = new WriterFailure(reply.failure, reply.endsTransaction)
    asked?.reject(reply.isOthers ? new SerializationFailure('Another change ended the shared transaction.', { cause }) : cause)
  }
}
