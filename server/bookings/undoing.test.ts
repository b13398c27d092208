import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Booking, type BookingChange, type ChangeOutcome, canceled } from '#contract/bookings.ts'
import { undoOf } from '#contract/changes.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { someBooking } from '#testing/some-booking.ts'
import { someBranch } from '#testing/some-branch.ts'

/** An action of a user. The numbers select bookings and codes. */
type Deed = {
  does: 'edit' | 'set one' | 'delete one' | 'set many' | 'delete many' | 'restore many'
  which: number[]
  status: number
  code: number
  /** Selects the other values of an edit: one of two branches, another day and another name. */
  other: number
}

const deeds = fc.array(
  fc.record<Deed>({
    does: fc.constantFrom('edit', 'set one', 'delete one', 'set many', 'set many', 'delete many', 'restore many'),
    which: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 8 }),
    status: fc.integer({ min: 0, max: canceled }),
    code: fc.nat(3),
    other: fc.nat(2),
  }),
  { minLength: 10, maxLength: 25, size: 'max' },
)

const codes = ['', 'ONCE', 'TWICE', 'ALWAYS']
const mostUses = [null, 1, 2, null]
const count = 8

test('whatever is done to bookings, one by one and many at once, and taken back from the last to the first, leaves them, their numbers and their promo codes as they were before each', async (t) => {
  const app = await testApp()
  t.after(() => app.close())
  const play = await Play.begin(app)
  const property = fc.asyncProperty(deeds, async (work) => {
    const done: { before: object; undo: () => Promise<void> }[] = []
    for (const deed of work) done.push({ before: await play.look(), undo: await play.do(deed) })
    for (const { before, undo } of done.reverse()) {
      await undo()
      assert.deepEqual(await play.look(), before)
    }
  })
  await fc.assert(property, { seed: Number(process.env.WORK_SEED ?? 7), numRuns: 8 })
  t.diagnostic(JSON.stringify(play.seen))
  for (const outcome of ['done', 'not_found', 'used_up']) assert.ok((play.seen[outcome] ?? 0) > 0, `many were ${outcome}`)
})

class Play {
  /** The number of bulk changes by outcome. */
  readonly seen: Record<string, number> = {}
  readonly #app: TestApp
  readonly #ids: string[]
  readonly #branches: string[]

  private constructor(app: TestApp, ids: string[], branches: string[]) {
    this.#app = app
    this.#ids = ids
    this.#branches = branches
  }

  static async begin(app: TestApp): Promise<Play> {
    const branches = [await someBranch(app), await someBranch(app, 'Pier')]
    for (const [at, code] of codes.entries())
      if (code) await app.call('POST', '/api/promo-codes', 'staff', { code, percentage: 10 * at, mostUses: mostUses[at] })
    const ids: string[] = []
    for (let at = 0; at < count; at++) {
      const guest = { branchName: branches[at % 2], fullName: `Guest ${at}`, phoneNumber: `0121 ${at}`, status: at % 3 }
      ids.push((await someBooking(app, { ...guest, promoCode: codes[Math.floor(at / 2)] }))._id)
    }
    return new Play(app, ids, branches)
  }

  /** Returns the state that undoing must restore: the bookings, whether they are deleted, their counts, and the uses of the codes. */
  async look() {
    const rows = await this.#app.db.selectFrom('bookings').selectAll().orderBy('id').execute()
    const bookings = rows.map(({ version: _, updatedAt: __, deletedAt, ...fields }) => ({ ...fields, isDeleted: deletedAt !== null }))
    const { body: numbers } = await this.#app.call('GET', '/api/bookings/numbers?date=2026-11-01..2026-11-30', 'staff')
    return { bookings, numbers, uses: await this.#app.db.selectFrom('promoCodes').select(['code', 'uses']).orderBy('code').execute() }
  }

  /** Performs the action as the screens do, and returns the function that undoes it. */
  async do({ does, which, status, code, other }: Deed): Promise<() => Promise<void>> {
    const bookings = await Promise.all(which.map((at) => this.#stored(this.#ids[at] ?? '')))
    switch (does) {
      case 'set many':
        return this.#change(bookings, ({ _id, version }) => ({ _id, version, status }))
      case 'delete many':
        return this.#change(bookings, ({ _id, version }) => ({ _id, version, deleted: true }))
      case 'restore many':
        return this.#change(bookings, ({ _id, version }) => ({ _id, version, deleted: false }))
    }
    const [booking] = bookings as [Booking]
    const { _id, version } = booking
    const undo = {
      edit: () => this.#one(booking, 'POST', '/restoration', { version }),
      'set one': () => this.#one(booking, 'PUT', '', booking),
      'delete one': () => this.#one(booking, 'POST', '/restoration'),
    }[does]
    const isDone =
      does === 'delete one'
        ? await this.#one(booking, 'DELETE')
        : await this.#one(booking, 'PUT', '', { ...booking, status, ...(does === 'edit' && this.#edited(code, other)) })
    return async () => {
      if (isDone) assert.ok(await undo(), `${does} of ${_id} can be taken back`)
    }
  }

  #edited(code: number, other: number): Partial<Booking> {
    const branchName = this.#branches[other] ?? this.#branches[0] ?? ''
    return { branchName, promoCode: codes[code] ?? '', date: `2026-11-2${other}`, time: `2${other}:15`, fullName: `Renamed ${other}` }
  }

  async #change(bookings: Booking[], changeOf: (booking: Booking) => BookingChange): Promise<() => Promise<void>> {
    const changes = bookings.map(changeOf)
    const ways = (await this.#send(changes)).flatMap((outcome, at) => {
      const what = 'code' in outcome ? outcome.code : 'done'
      this.seen[what] = (this.seen[what] ?? 0) + 1
      const [change, before] = [changes[at], bookings[at]]
      return 'version' in outcome && change && before ? (undoOf(change, before.version, outcome.version) ?? []) : []
    })
    return async () => {
      if (ways.length === 0) return
      // Later actions were undone first, and that created versions too.
      const current = await Promise.all(ways.map(async (way) => ({ ...way, version: (await this.#stored(way._id)).version })))
      for (const outcome of await this.#send(current)) assert.ok('version' in outcome, JSON.stringify(outcome))
    }
  }

  async #send(changes: BookingChange[]): Promise<ChangeOutcome[]> {
    const { status, body } = await this.#app.call('POST', '/api/bookings/changes', 'staff', { changes })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  /** Makes one change. Returns whether it succeeded. */
  async #one({ _id }: Booking, method: 'PUT' | 'POST' | 'DELETE', path = '', body?: object): Promise<boolean> {
    const { version } = await this.#stored(_id)
    const { status } = await this.#app.call(method, `/api/bookings/${_id}${path}`, 'staff', body, { 'if-match': `"${version}"` })
    assert.ok([200, 204, 404, 409, 422].includes(status), `${method} ${path}: ${status}`)
    return status < 300
  }

  /** Returns the stored booking, deleted or not. */
  async #stored(id: string): Promise<Booking> {
    const { id: _id, ...row } = await this.#app.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { ...row, phoneLinks: JSON.parse(row.phoneLinks), _id }
  }
}
