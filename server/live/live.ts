import type { FastifyBaseLogger } from 'fastify'
import type { Person } from '#contract/session.ts'
import { stillOpen } from '#server/auth/sessions.ts'
import type { ChangeLogEntry } from '#server/change-log/change-log.ts'
import { Feed } from '#server/change-log/feed.ts'
import type { Deadline } from '#server/db/deadline.ts'
import type { Database } from '#server/db/schema.ts'
import { HttpError } from '#server/errors.ts'
import type { EventStream } from '#server/http/event-stream.ts'
import { eventsFor } from './events-for.ts'
import { Presence } from './presence.ts'

/** An open stream, its user, and its start (by `performance.now()`). `sentPresence` is the last presence sent for the user's records. */
type Listener = { who: Listening; stream: EventStream; since: number; beat: number; sentPresence: string }

/** A listening user. `records` are those that the user has open in forms: 'movies/0199…'. */
export type Listening = { person: Person; tokenHash: string; records: readonly string[] }

/** The point from which a stream continues: a position of an earlier stream, or a number of milliseconds ago. */
export type From = { position: number } | { since: number }

/**
 * The pace of streams, in milliseconds. `look` is the time between reads of the change log, `sessions` between session checks. After `beat` of
 * silence a heartbeat is sent. A stream lasts for `stream`, because a client that vanished doesn't come back. Without listeners, reading
 * goes on for `rest`. `most` and `mostOfOne` limit the number of streams, in all and of one user.
 */
const usual = { look: 500, sessions: 2_000, beat: 10_000, stream: 40_000, rest: 60_000, most: 1_000, mostOfOne: 8 }
export type Pace = typeof usual

/** Sends listeners the changes made on any server, and who else has their records open. Reads the database only while a stream is open. */
export class Live {
  readonly #db: Database
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #pace: Pace
  readonly #feed: Feed
  readonly #presence: Presence
  readonly #listeners = new Set<Listener>()
  /** The listeners whose stream is about to begin. */
  readonly #coming: Listening[] = []
  #timer: NodeJS.Timeout | undefined
  #underWay: Promise<void> = Promise.resolve()
  #started: Promise<void> | undefined
  #checked = 0
  #heard = 0
  #isClosed = false

  constructor(db: Database, log: Pick<FastifyBaseLogger, 'warn'>, pace: Partial<Pace> = {}) {
    this.#db = db
    this.#log = log
    this.#pace = { ...usual, ...pace }
    this.#feed = new Feed(db)
    this.#presence = new Presence(db)
  }

  /**
   * Starts a stream with the events missed since `from`, then sends new ones until it closes. `open` gets the function to call once it is closed.
   * Throws a 429 or 503 `HttpError` if the user, or the server, has too many streams.
   */
  async listen(who: Listening, from: From, deadline: Deadline, open: (closed: () => void) => EventStream): Promise<void> {
    this.#requireRoom(who.person)
    this.#coming.push(who)
    try {
      this.#started ??= this.#start()
      this.#heard = performance.now()
      await deadline.race(this.#started)
      const position = this.#positionOf(from)
      let missed: ChangeLogEntry[] | undefined
      let found: number
      do {
        found = this.#feed.found
        missed = position === undefined ? undefined : await deadline.race(this.#feed.after(position))
        // A look that found more lines meanwhile sent them to the listeners of that moment.
      } while (found !== this.#feed.found)
      this.#add(who, missed, open)
    } finally {
      this.#coming.splice(this.#coming.indexOf(who), 1)
    }
  }

  #requireRoom({ _id }: Person) {
    const all = [...[...this.#listeners].map(({ who }) => who), ...this.#coming]
    if (all.filter(({ person }) => person._id === _id).length >= this.#pace.mostOfOne) throw tooMany()
    if (all.length >= this.#pace.most || this.#isClosed) throw noRoom()
  }

  #positionOf(from: From): number | undefined {
    return 'position' in from ? from.position : this.#feed.positionBefore(from.since)
  }

  #add(who: Listening, missed: ChangeLogEntry[] | undefined, open: (closed: () => void) => EventStream) {
    const { _id, username: name } = who.person
    const now = performance.now()
    const leave = this.#presence.enter({ _id, name, records: who.records })
    const stream = open(() => {
      leave()
      this.#listeners.delete(listener)
      this.#heard = performance.now()
    })
    const listener: Listener = { who, stream, since: now, beat: now, sentPresence: '' }
    this.#listeners.add(listener)
    this.#tell(listener, missed ? { moved: eventsFor(who.person, who.records, missed) } : { anew: true })
    // The polling of the change log has ended meanwhile.
    if (!this.#started || this.#isClosed) stream.end()
  }

  /** Ends every stream immediately. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#endAll()
    await this.#underWay
    await this.#presence.leave().catch(() => {})
  }

  async #start(): Promise<void> {
    try {
      await this.#feed.start()
      this.#again()
    } catch (error) {
      this.#started = undefined
      throw error
    }
  }

  #again() {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#underWay = this.#look().catch((err: unknown) => this.#giveUp(err))
    }, this.#pace.look).unref()
  }

  async #look(): Promise<void> {
    const lines = await this.#feed.next()
    await this.#presence.exchange()
    await this.#endOverSessions()
    const now = performance.now()
    for (const listener of this.#listeners) this.#goOn(listener, lines, now)
    if (this.#listeners.size > 0) this.#heard = now
    if (now - this.#heard > this.#pace.rest) this.#started = undefined
    else this.#again()
  }

  #goOn(listener: Listener, lines: ChangeLogEntry[] | undefined, now: number) {
    const { who, stream, since, beat } = listener
    if (!lines) this.#tell(listener, { anew: true })
    else if (lines.length > 0) this.#tell(listener, { moved: eventsFor(who.person, who.records, lines) })
    if (who.records.length > 0) this.#tellOfOthers(listener)
    if (now - since > this.#pace.stream) stream.end()
    else if (now - beat > this.#pace.beat) {
      listener.beat = now
      stream.beat()
    }
  }

  #tellOfOthers(listener: Listener) {
    const { person, records } = listener.who
    const open = this.#presence.others({ _id: person._id, name: '', records })
    const presence = JSON.stringify(open)
    if (presence === listener.sentPresence) return
    listener.sentPresence = presence
    this.#tell(listener, { open })
  }

  #tell({ stream }: Listener, data: object) {
    stream.send({ id: this.#feed.position, data })
  }

  /** Ends the streams whose session has ended, or whose user has another role now: the role decides which changes a stream reports. */
  async #endOverSessions(): Promise<void> {
    if (this.#listeners.size === 0 || performance.now() - this.#checked < this.#pace.sessions) return
    const hashes = new Set([...this.#listeners].map(({ who }) => who.tokenHash))
    const open = await stillOpen(this.#db, [...hashes])
    this.#checked = performance.now()
    for (const { who, stream } of this.#listeners) {
      const isCurrent = open.get(who.tokenHash) === who.person.isSuperUser
      if (hashes.has(who.tokenHash) && !isCurrent) stream.end()
    }
  }

  /** Ends all streams because new changes can't be read. New streams are refused until reading works again. */
  #giveUp(err: unknown) {
    this.#log.warn({ err }, 'could not send live updates; clients will reconnect')
    this.#started = undefined
    this.#endAll()
  }

  #endAll() {
    for (const { stream } of this.#listeners) stream.end()
  }
}

const noRoom = () => new HttpError(503, 'busy', 'The server is busy. Please try again in a moment.', { retryAfter: 30 })
const tooMany = () => new HttpError(429, 'too_many_streams', 'Too many MovieBox windows are open. Close some of them.', { retryAfter: 60 })
