import type * as z from 'zod/mini'
import { type Contract, contract } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Listing } from '#contract/listing.ts'
import type { CollectionName } from '#server/http/resource.ts'
import {
  address,
  branch,
  branches,
  day,
  dayOrNone,
  type Field,
  flag,
  manyLines,
  phoneNumber,
  picture,
  pictures,
  required,
  text,
  time,
  weekdays,
} from './fields.ts'
import type { Caller } from './some-branch.ts'

type FieldsOf<Name extends CollectionName> = Record<keyof z.output<Contract[Name]['create']['body']>, Field>

let made = 0
const code: Field = {
  ...text(40, 'X'),
  // No two codes are the same.
  sample: () => `CODE${++made}`,
  other: undefined,
  refuses: [...(text(40, 'X').refuses ?? []).filter(([value]) => value !== 'Nosfer\u0000atu'), ['TWO WORDS', /letters, digits/]],
}

/** What the tests that are the same for every collection know of one: a collection or a field without a line here doesn't compile. */
const byResource: { [Name in CollectionName]: FieldsOf<Name> } = {
  movies: { title: text(200), genre: text(100), image: picture, description: manyLines(5000), trailerUrl: address },
  branches: { name: text(120), address: text(300), googleMapsUrl: address, images: pictures },
  news: { title: text(200), image: picture, date: day, description: manyLines(20_000), gallery: pictures },
  menus: { name: text(120), image: picture, description: manyLines(5000) },
  bookings: {
    branchName: branch,
    date: day,
    time,
    fullName: text(120),
    phoneNumber,
    status: {
      sample: 0,
      other: 1,
      left: 0,
      takes: [0, 1, 2],
      refuses: [3, -1, 1.5, '1'].map((status) => [status, /^Status must be 0 \(Pending\), 1 \(Confirmed\) or 2 \(Canceled\)/]),
    },
    promoCode: {
      sample: '',
      left: '',
      refuses: [
        ['X'.repeat(41), /at most 40 characters/],
        [{}, /must be text/],
        ['NO-SUCH-CODE', /^Invalid or expired promo code$/],
      ],
    },
    discountPercentage: { sample: 0, left: 0, refuses: [['20', /must be a number/]] },
  },
  promoCodes: {
    code,
    percentage: {
      sample: 20,
      other: 25,
      left: required,
      takes: [1, 100],
      refuses: [0, 101, 12.5, '20'].map((percentage) => [percentage, /from 1 to 100\.$/]),
    },
    firstDay: dayOrNone,
    lastDay: dayOrNone,
    mostUses: {
      sample: null,
      other: 5,
      left: null,
      takes: [1, 1_000_000, null],
      refuses: [...[0, -1, 1.5, '3'].map((uses): [unknown, RegExp] => [uses, /whole number from 1,/]), [1_000_001, /^Most Uses must be/]],
    },
    paused: flag,
    weekdays,
    branches,
  },
}

/** Each collection's sample; `name` is the one in its paths, 'promo-codes'. */
export const samples = Object.entries<Record<string, Field>>(byResource).map(([resource, fields]) => {
  const calls: Record<'list' | 'get' | 'create' | 'update' | 'remove' | 'restore', Endpoint> & { list: { listing: Listing } } =
    contract[resource as CollectionName]
  const all = Object.entries(fields)
  return {
    name: calls.list.path.slice('/api/'.length),
    contract: calls,
    fields,
    /** A body that is accepted; called anew for each record, so what must be unique can be. */
    async body(app: Caller): Promise<Record<string, unknown>> {
      const values: Record<string, unknown> = {}
      for (const [field, { sample }] of all) values[field] = typeof sample === 'function' ? await sample(app) : sample
      return values
    },
    /** Fields to change in an update, with values that differ from the body's. */
    changes: Object.fromEntries(all.flatMap(([field, { other }]) => (other === undefined ? [] : [[field, other]]))) as Record<
      string,
      unknown
    >,
  }
})
