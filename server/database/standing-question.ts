import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** A connection of a pool. */
export type Taken = {
  client: pg.PoolClient
  /** By `performance.now()`. */
  openedAt: number
  /** Whether somebody who asks for one now might be given it. */
  isStill: () => boolean
  /** It leads to a server that is none any more: it goes, and so do all that were open by now. */
  doubt: () => void
  release: (discard?: boolean) => void
}

export type Question = {
  /** Answers one value, a text. */
  text: string
  /** Whether an answer says that its server isn't to be asked any more, after the last one from whichever server. */
  isDoubtful: (answer: string, last: string | undefined) => boolean
}

/** In milliseconds: how long an answer is waited for, and a connection kept that nobody asks anything; and how long nobody is asked after an answer that came too late. */
const timeLimit = { answer: 300, rest: 1_000 }

/** What PostgreSQL says of a statement by name where this connection leads to one session now and to another then, as behind PgBouncer: that it has none of it, or another one's. */
const sharesSessions = new Set<unknown>(['26000', '42P05'])

/**
 * A question that is asked all the time, on a connection that is kept for it until nobody has asked for a while. It is parsed there once, and goes past
 * the driver's own queries, as the driver provides for (https://node-postgres.com/apis/client#clientquery): through those, the pool and Kysely it
 * takes this process six times as long.
 */
export class StandingQuestion {
  readonly #question: Question
  readonly #take: () => Promise<Taken>
  #asker: Asker | undefined
  #last: { answer: string; at: number } | undefined
  #epoch = 0
  #restsUntil = 0
  #isShared = false

  constructor(question: Question, take: () => Promise<Taken>) {
    this.#question = question
    this.#take = take
  }

  /**
   * The answer, behind a number that is another one wherever its server may have crashed since the last answer: then it may give the same one for
   * something else. To be asked again when that was answered. Throws where no answer comes.
   */
  async ask(): Promise<string> {
    if (performance.now() < this.#restsUntil) throw new Error('The last answer came too late.')
    try {
      return await this.#askOn(this.#asker?.mayAsk ? this.#asker : await this.#begin())
    } catch (error) {
      if (error instanceof TooLate) this.#restsUntil = performance.now() + timeLimit.rest
      if (sharesSessions.has((error as { code?: unknown }).code)) {
        this.#isShared = true
        this.close()
      }
      throw error
    }
  }

  /** Gives the connection back. */
  close(): void {
    this.#asker?.end()
  }

  async #begin(): Promise<Asker> {
    this.close()
    const taking = this.#take()
    // All may be in use, for longer than anybody waits here.
    const taken = await Promise.race([taking, pause(timeLimit.answer, undefined, { ref: false })])
    if (!taken) {
      // What comes late is for the next question: it has waited in its turn.
      taking.then((late) => this.#askOver(late)).catch(() => {})
      throw new TooLate('No connection was free in time.')
    }
    return this.#askOver(taken)
  }

  #askOver(taken: Taken): Asker {
    this.#restsUntil = 0
    if (this.#asker?.mayAsk) {
      taken.release()
      return this.#asker
    }
    // One that was open before and lives proves that nothing has crashed.
    if (this.#last && taken.openedAt > this.#last.at) this.#epoch++
    this.#asker = new Asker(this.#question.text, this.#isShared, taken)
    return this.#asker
  }

  async #askOn(asker: Asker): Promise<string> {
    const answer = await asker.ask()
    const isDoubtful = this.#question.isDoubtful(answer, this.#last?.answer)
    this.#last = { answer, at: performance.now() }
    if (!isDoubtful) return `${this.#epoch} ${answer}`
    asker.doubt()
    throw new Error(`The database answers "${answer}" by now.`)
  }
}

class TooLate extends Error {}

class Asker implements pg.Submittable {
  readonly #text: string
  readonly #taken: Taken
  /** Whether the statement is another one's the next time: then it has no name, and is parsed each time in the same breath. */
  readonly #isShared: boolean
  readonly #timer: NodeJS.Timeout
  #asked: PromiseWithResolvers<string> | undefined
  #answer: string | undefined
  #isParsed = false
  #isOver = false

  constructor(text: string, isShared: boolean, taken: Taken) {
    this.#text = text
    this.#isShared = isShared
    this.#taken = taken
    // Where this process itself was held up, the answer may lie there already.
    this.#timer = setTimeout(() => setImmediate((asked) => this.#endInTime(asked), this.#asked), timeLimit.answer).unref()
  }

  get mayAsk(): boolean {
    return !this.#isOver && this.#taken.isStill()
  }

  ask(): Promise<string> {
    if (this.#isOver) throw new Error('The question was given up.')
    if (this.#asked) throw new Error('The question before was not answered yet.')
    this.#asked = Promise.withResolvers()
    this.#answer = undefined
    this.#timer.refresh()
    this.#taken.client.query(this)
    return this.#asked.promise
  }

  doubt(): void {
    this.#taken.doubt()
    this.end()
  }

  /** A connection over which an answer is still to come is of no use to anybody. */
  end(error: Error = new Error('The question was given up.')): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#taken.release(this.#asked !== undefined)
    this.#asked?.reject(error)
  }

  /** `asked`: what was asked as the time was over. Another one has its own. */
  #endInTime(asked: unknown): void {
    if (!this.#asked) this.end()
    else if (this.#asked === asked) this.end(new TooLate('No answer came in time.'))
  }

  /** Called by the driver, as all that follows. */
  submit(connection: pg.Connection): void {
    const name = this.#isShared ? '' : 'moviebox_standing'
    connection.stream.cork()
    if (!this.#isParsed) {
      // Whoever had this connection before may have left it there.
      connection.close({ type: 'S', name }, true)
      connection.parse({ name, text: this.#text, types: [] }, true)
    }
    connection.bind({ statement: name }, true)
    connection.execute({}, true)
    connection.sync()
    connection.stream.uncork()
    this.#isParsed = !this.#isShared
  }

  handleDataRow({ fields: [value] }: { fields: (string | undefined)[] }): void {
    this.#answer = value
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    const asked = this.#asked
    this.#asked = undefined
    if (this.#answer === undefined) asked?.reject(new Error('The question was answered by no row.'))
    else asked?.resolve(this.#answer)
  }

  /** What the server itself refuses says nothing against the connection. */
  handleError(error: Error): void {
    if (!('severity' in error)) this.end(error)
    else {
      this.#isParsed = false
      this.#asked?.reject(error)
      this.#asked = undefined
    }
  }
}
