import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** A connection of a pool. `isStill`: whether somebody who asks for one now might be given it. */
export type Taken = { client: pg.PoolClient; isStill: () => boolean; release: (discard?: boolean) => void }

/** For so long an answer is waited for, and a connection kept that nobody asks anything, in milliseconds. */
const timeLimit = 300

/**
 * A question that is asked all the time, on a connection that is kept for it until nobody has asked for a while. It is parsed there once, and goes past
 * the driver's own queries, as the driver provides for (https://node-postgres.com/apis/client#clientquery): through those, the pool and Kysely it
 * takes this process six times as long.
 */
export class StandingQuestion {
  readonly #text: string
  readonly #take: () => Promise<Taken>
  #asker: Asker | undefined
  #coming: Promise<void> | undefined

  constructor(text: string, take: () => Promise<Taken>) {
    this.#text = text
    this.#take = take
  }

  /** Answers the text of its only value. Whoever asks has waited for the answer before. Throws where none comes. */
  async ask(): Promise<string> {
    if (!this.#asker?.mayAsk) {
      this.close()
      // All others may be in use, for longer than anybody waits here.
      await Promise.race([this.#begin(), pause(timeLimit, undefined, { ref: false })])
    }
    if (!this.#asker?.mayAsk) throw new Error('No connection came in time.')
    return this.#asker.ask()
  }

  #begin(): Promise<void> {
    const begin = async () => {
      this.#asker = new Asker(this.#text, await this.#take())
    }
    this.#coming ??= begin().finally(() => {
      this.#coming = undefined
    })
    return this.#coming
  }

  /** Gives the connection back. */
  close(): void {
    this.#asker?.end()
  }
}

class Asker implements pg.Submittable {
  readonly #text: string
  readonly #taken: Taken
  readonly #timer: NodeJS.Timeout
  #asked: PromiseWithResolvers<string> | undefined
  #answer = ''
  #isParsed = false
  #isOver = false

  constructor(text: string, taken: Taken) {
    this.#text = text
    this.#taken = taken
    this.#timer = setTimeout(() => this.end(), timeLimit).unref()
  }

  get mayAsk(): boolean {
    return !this.#isOver && this.#taken.isStill()
  }

  ask(): Promise<string> {
    this.#asked = Promise.withResolvers()
    this.#timer.refresh()
    this.#taken.client.query(this)
    return this.#asked.promise
  }

  /** A connection over which an answer is still to come is of no use to anybody. */
  end(error?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#taken.release(this.#asked !== undefined)
    this.#asked?.reject(error ?? new Error('No answer came in time.'))
  }

  /** Called by the driver, as all that follows. As nobody else asks over this connection, its statement needs no name. */
  submit(connection: pg.Connection): void {
    connection.stream.cork()
    if (!this.#isParsed) connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.bind({}, true)
    connection.execute({}, true)
    connection.sync()
    connection.stream.uncork()
    this.#isParsed = true
  }

  handleDataRow({ fields: [value = ''] }: { fields: string[] }): void {
    this.#answer = value
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    const asked = this.#asked
    this.#asked = undefined
    asked?.resolve(this.#answer)
  }

  handleError(error: Error): void {
    this.end(error)
  }
}
