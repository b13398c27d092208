import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { samples } from '#testing/samples.ts'

type Field = {
  /** What is stored where a caller leaves it out; `required` when that is refused. */
  left: unknown
  takes?: unknown[]
  refuses?: Wrong[]
}
type Wrong = [value: unknown, sentence: RegExp]
const required = Symbol('required')

const blank: Field['refuses'] = ['', ' \t'].map((value) => [value, /is required\.$/])
const tooLong = (most: number) => new RegExp(`is too long: at most ${most.toLocaleString('en')} characters\\.$`)
const text = (most: number, letter = 'x'): Field => ({
  left: required,
  takes: [letter, letter.repeat(most)],
  // Of two complaints about a field the first is told.
  refuses: [...blank, ...[letter, '\u0000'].map((each): Wrong => [each.repeat(most + 1), tooLong(most)])],
})
const manyLines = (most: number): Field => ({ ...text(most), takes: ['one\n\ttwo', 'x'.repeat(most)] })
const address: Field = {
  left: required,
  takes: ['http://x', `https://x/${'x'.repeat(1990)}`],
  refuses: [...blank, [`https://x/${'x'.repeat(1991)}`, /is too long: at most 2000 characters\.$/]],
}
const cover: Field = { left: '' }
const pictures: Field = { left: [], refuses: [[Array(51).fill(`/media/${'0'.repeat(64)}/640.webp`), /^At most 50 images\.$/]] }
const day: Field = {
  left: required,
  takes: ['2024-02-29', '0001-01-01', '9999-12-31'],
  refuses: [...blank, ['2026-02-29', /day of the calendar/]],
}
const dayOrNone: Field = {
  left: '',
  takes: ['2024-02-29'],
  refuses: [
    ['2026-02-29', /day of the calendar/],
    [20261127, /day of the calendar/],
  ],
}
const flag: Field = {
  left: false,
  takes: [true, false],
  refuses: [
    ['true', /must be true or false\.$/],
    [1, /must be true or false\.$/],
  ],
}

/** Written out by hand, not read from the contract: a limit that is dropped there shows here. More of what is refused stands in the samples. */
const table: Record<string, Record<string, Field>> = {
  movies: { title: text(200), genre: text(100), image: cover, description: manyLines(5000), trailerUrl: address },
  branches: { name: text(120), address: text(300), googleMapsUrl: address, images: pictures },
  news: { title: text(200), image: cover, date: day, description: manyLines(20_000), gallery: pictures },
  menus: { name: text(120), image: cover, description: manyLines(5000) },
  bookings: {
    branchName: { ...text(120), takes: [] },
    date: day,
    time: { left: required, takes: ['00:00', '23:59'], refuses: [...blank, ['24:00', /time of day/]] },
    fullName: text(120),
    phoneNumber: text(40, '4'),
    status: {
      left: 0,
      takes: [0, 1, 2],
      refuses: [
        [3, /^Status must be 0/],
        [-1, /^Status must be 0/],
      ],
    },
    promoCode: {
      left: '',
      refuses: [
        ['X'.repeat(41), /at most 40 characters/],
        [{}, /must be text/],
      ],
    },
    discountPercentage: { left: 0, refuses: [['20', /must be a number/]] },
  },
  'promo-codes': {
    code: text(40, 'X'),
    percentage: {
      left: required,
      takes: [1, 100],
      refuses: [
        [0, /from 1 to 100\.$/],
        [101, /from 1 to 100\.$/],
      ],
    },
    firstDay: dayOrNone,
    lastDay: dayOrNone,
    mostUses: {
      left: null,
      takes: [1, 1_000_000, null],
      refuses: [
        [0, /from 1,/],
        [1_000_001, /^Most Uses must be/],
      ],
    },
    paused: flag,
  },
  users: {
    username: text(60),
    password: {
      left: required,
      refuses: [
        ['7 lette', /at least 8 characters\.$/],
        ['x'.repeat(201), /at most 200 characters\.$/],
      ],
    },
    isSuperUser: flag,
  },
}

let users = 0
const newUser = () => ({ username: `user ${++users}`, password: 'a-long-enough-password' })

for (const [name, fields] of Object.entries(table)) {
  describe(name, () => {
    let app: TestApp
    before(async () => {
      app = await testApp()
    })
    after(() => app.close())

    /** Makes one whose `field` is `value`. */
    async function make(field: string, value: unknown) {
      const body = { ...((await samples.find((sample) => sample.name === name)?.body(app)) ?? newUser()), [field]: value }
      return app.call('POST', `/api/${name}`, 'super user', body)
    }

    for (const [field, { left, takes = [], refuses = [] }] of Object.entries(fields)) {
      const wrong: Wrong[] = [...refuses, [{ deep: [1] }, /\.$/]]
      if (left !== null) wrong.push([null, /\.$/])
      if (left === required) wrong.push([undefined, /\.$/])

      test(`refuses ${field} that it may not have, with a sentence beside the field`, async () => {
        for (const [value, sentence] of wrong) {
          const { status, body }: { status: number; body: { error: string; fields: Record<string, string> } } = await make(field, value)
          assert.equal(status, 422, brief(value))
          assert.match(body.fields[field] ?? '', sentence, brief(value))
          assert.equal(body.error, Object.values(body.fields)[0])
        }
      })

      test(`stores ${field} up to its limits as it was sent`, async () => {
        for (const value of takes) {
          const { status, body }: { status: number; body: Record<string, unknown> } = await make(field, value)
          assert.equal(status, 201, `${brief(value)}: ${JSON.stringify(body)}`)
          assert.deepEqual(body[field], value)
        }
      })

      if (left === required) continue
      test(`does without ${field}`, async () => {
        const { status, body }: { status: number; body: Record<string, unknown> } = await make(field, undefined)
        assert.equal(status, 201, JSON.stringify(body))
        assert.deepEqual(body[field], left)
      })
    }
  })
}

const brief = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? 'nothing'

test('what is typed to sign in has at most 1,000 characters', async () => {
  const app = await testApp()
  for (const field of ['username', 'password']) {
    const signIn = async (length: number) =>
      (await app.call('POST', '/api/login', 'nobody', { username: 'x', password: 'x', [field]: 'x'.repeat(length) })).status
    assert.deepEqual([await signIn(1_000), await signIn(1_001)], [401, 422], field)
  }
  await app.close()
})
