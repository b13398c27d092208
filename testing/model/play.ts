import assert from 'node:assert/strict'
import { resourceNames } from '#contract/all.ts'
import { eraseByAge } from '#server/jobs/retention.ts'
import type { TestApp } from '#testing/app.ts'
import { ownPasswords } from '#testing/own-passwords.ts'
import { erase } from './act.ts'
import { type Ask, type Person, type Reply, requestOf } from './ask.ts'
import { all, type Chain, copyOf, type Fields, type Kept, Refused } from './chain.ts'
import { choose, type Means } from './choose.ts'
import { type Exchange, explanations } from './explain.ts'
import { type Get, look } from './look.ts'
import type { Round, Step } from './steps.ts'

const day = 24 * 3_600_000

/** Makes the same requests to a product and to the model, and fails when they differ. */
export class Play {
  /** The number of requested changes, and of those that succeeded. */
  readonly played = { asked: 0, done: 0 }
  readonly #app: TestApp
  readonly #means: Means
  /** The possible states. There are several when concurrent requests can be explained in several ways. */
  #chains: Chain[]

  private constructor(app: TestApp, means: Means, chain: Chain) {
    this.#app = app
    this.#means = means
    this.#chains = [chain]
  }

  static async begin(app: TestApp, pictures: Uint8Array[]): Promise<Play> {
    const people = await peopleIn(app)
    const chain: Chain = new Map()
    const users: { _id: string }[] = (await app.call('GET', '/api/users', 'staff')).body
    for (const { _id: id } of users.toReversed()) {
      const versions: { action: 'create'; byName: string | null; record: object }[] = (
        await app.call('GET', `/api/users/${id}/history`, 'super user')
      ).body
      const {
        _id: _,
        version: __,
        createdAt: ___,
        updatedAt: ____,
        ...fields
      }: Record<string, unknown> = users.find((user) => user._id === id) ?? { _id: id }
      const history = versions.map(({ action, byName }) => ({ action, by: byName, fields: { ...fields, lastSignInAt: null } }))
      chain.set(id, { resource: 'users', id, state: 'live', fields, history })
    }
    return new Play(app, { people, pictures }, chain)
  }

  async round(round: Round): Promise<void> {
    if (round === 'empty the trash') return this.#emptyTrash()
    if (round === 'forget the guests') return this.#forgetGuests()
    const [chain = new Map()] = this.#chains
    const exchanges = await this.#together(round.flatMap((step: Step) => choose(chain, step, this.#means) ?? []))
    for (const { ask, reply } of exchanges) if (ask.does === 'update' && reply.status === 412) await this.#merge(ask, reply)
  }

  /** Repeats a change that another user's change overtook, on top of the current version. */
  async #merge(ask: Ask, { body: { current } }: Reply) {
    await this.#together([{ ...ask, expected: Number((current as Fields).version) }])
  }

  /** Restores every restorable version of every record. Returns how many succeeded, and how many the rules refused. */
  async bringBackAll(): Promise<{ back: number; refused: number }> {
    const [by] = this.#means.people
    const [begun = new Map()] = this.#chains
    const counts = { back: 0, refused: 0 }
    for (const { resource, id, state, history } of [...begun.values()]) {
      if (state === 'erased' || !by || resource === 'users' || resource === 'images') continue
      for (let version = 1; version <= history.length; version++) {
        const [exchange] = await this.#together([{ does: 'bring back', resource, by, id, version }])
        if (exchange?.reply.status === 200) counts.back++
        else counts.refused++
      }
    }
    return counts
  }

  async look(): Promise<void> {
    await this.#app.db.deleteFrom('attempts').execute()
    let why: unknown
    const get: Get = (path) => this.#app.call('GET', path, 'super user')
    const agreeing: Chain[] = []
    for (const chain of this.#chains) {
      await look(chain, get).then(
        () => agreeing.push(chain),
        (error: unknown) => {
          why = error
        },
      )
    }
    if (agreeing.length === 0) throw why
    this.#chains = agreeing.slice(0, 1)
  }

  async #together(asks: Ask[]): Promise<Exchange[]> {
    const exchanges = await Promise.all(asks.map(async (ask) => ({ ask, reply: await this.#send(ask) })))
    this.played.asked += asks.length
    this.played.done += exchanges.filter(({ reply }) => reply.status < 300).length
    this.#chains = explanations(this.#chains, exchanges)
    if (this.#chains.length > 1) await this.look()
    return exchanges
  }

  async #send(ask: Ask): Promise<Reply> {
    const { method, path, body, headers } = await requestOf(ask)
    const reply: Reply = await this.#app.call(method, path, 'nobody', body, headers)
    return { status: reply.status, body: reply.body }
  }

  /** Runs the job that empties the trash as of the day after tomorrow, with deleted records kept for one day. */
  async #emptyTrash() {
    await eraseByAge(this.#app.db, { trashDays: 1, retentionDays: 0 }, new AbortController().signal, Date.now() + 2 * day)
    this.#each((chain) => resourceNames.flatMap((resource) => all(chain, resource, 'deleted')))
  }

  /** Erases guests' bookings after a day. Their uses of promo codes stay counted. */
  async #forgetGuests() {
    await eraseByAge(this.#app.db, { trashDays: 0, retentionDays: 1 }, new AbortController().signal)
    const yesterday = new Date(Date.now() - day).toISOString().slice(0, 10)
    const isOver = ({ fields }: Kept) => String(fields.date) < yesterday
    this.#each((chain) => [...all(chain, 'bookings'), ...all(chain, 'bookings', 'deleted')].filter(isOver))
  }

  #each(goneIn: (chain: Chain) => Kept[]) {
    this.#chains = this.#chains.map((before) => {
      const chain = copyOf(before)
      for (const kept of goneIn(chain)) unlessRefused(() => erase(chain, kept))
      return chain
    })
  }
}

function unlessRefused(work: () => void) {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

/** Returns the two users of every test, and one more. */
async function peopleIn({ db, call, tokens }: TestApp): Promise<Person[]> {
  const berta = { username: 'berta', password: 'a-long-enough-password' }
  assert.equal((await call('POST', '/api/users', 'super user', berta)).status, 201)
  await ownPasswords({ db })
  const { token }: { token: string } = (await call('POST', '/api/login', 'nobody', berta)).body
  return [
    { username: 'admin', isSuperUser: true, token: tokens['super user'] },
    { username: 'staff', isSuperUser: false, token: tokens.staff },
    { username: 'berta', isSuperUser: false, token },
  ]
}
