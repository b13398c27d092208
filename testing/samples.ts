import type { output, ZodMiniType } from 'zod/mini'
import { type Contract, contract, resourceNames } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Listing } from '#contract/listing.ts'
import type { CollectionName } from '#server/http/resource.ts'
import { branches, dayOrNone, type Field, fieldOf, flag, laterDay, optionalLines, required, text, timeOrNone, weekdays } from './fields.ts'
import { type Caller, someBranch } from './some-branch.ts'

type FieldsOf<Name extends CollectionName> = Record<keyof output<Contract[Name]['create']['body']>, Field>

let made = 0
const code: Field = {
  ...text(40, 'X'),
  // All codes are different.
  sample: () => `CODE${++made}`,
  other: undefined,
  refuses: [...(text(40, 'X').refuses ?? []).filter(([value]) => value !== 'Nosfer\u0000atu'), ['TWO WORDS', /letters, digits/]],
}

const showDays = { showFrom: dayOrNone, showUntil: dayOrNone }

/** The fields that have no kind. */
const byResource: { [Name in CollectionName]?: Partial<FieldsOf<Name>> } = {
  movies: showDays,
  menus: showDays,
  bookings: {
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
    note: optionalLines(500),
  },
  closures: {
    branchName: {
      sample: someBranch,
      left: required,
      refuses: [
        ['Nowhere', /no branch with this name/],
        ['', /is required/],
        ['x'.repeat(121), /at most 120/],
      ],
    },
    everywhere: { sample: false, left: false, takes: [false], refuses: flag.refuses ?? [] },
    firstDay: laterDay,
    lastDay: {
      ...laterDay,
      sample: '2099-11-30',
      other: '2099-12-31',
      takes: ['2099-11-27'],
      refuses: [...(laterDay.refuses ?? []), ['2099-11-26', /not be before/]],
    },
    fromTime: timeOrNone,
    untilTime: timeOrNone,
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
      refuses: [
        ...[0, -1, 1.5, '3'].map((uses): [unknown, RegExp] => [uses, /whole number of at least 1,/]),
        [1_000_001, /^Usage limit must be/],
      ],
    },
    paused: flag,
    weekdays,
    branches,
  },
}

type Calls = Record<'get' | 'create' | 'update' | 'remove' | 'restore', Endpoint> & { list: Endpoint & { listing: Listing } }

/** Returns a collection's sample for the tests that all collections share. `name` is the name in its paths, such as 'promo-codes'. */
function known(resource: CollectionName) {
  const calls: Calls = contract[resource]
  const { shape } = contract[resource].create.body as unknown as { shape: Record<string, ZodMiniType> }
  const written: Record<string, Field> = byResource[resource] ?? {}
  const all = Object.entries(shape).map(([name, type]): [string, Field] => {
    const field = written[name] ?? fieldOf(type)
    if (!field) throw new Error(`What ${name} of ${resource} takes and refuses is missing in testing/samples.ts: it is of no kind.`)
    return [name, field]
  })
  return {
    name: calls.list.path.slice('/api/'.length),
    contract: calls,
    fields: Object.fromEntries(all),
    /** Returns an accepted body. Every record calls it again, so unique fields get new values. */
    async body(app: Caller): Promise<Record<string, unknown>> {
      const values: Record<string, unknown> = {}
      for (const [field, { sample }] of all) values[field] = typeof sample === 'function' ? await sample(app) : sample
      return values
    },
    /** The fields of an update, with values that differ from the body's. */
    changes: Object.fromEntries(all.flatMap(([field, { other }]) => (other === undefined ? [] : [[field, other]]))) as Record<
      string,
      unknown
    >,
  }
}

const isCollection = (name: string): name is CollectionName => ['get', 'create', 'update'].every((call) => call in contract[name as never])

/** The samples of all collections. */
export const samples = resourceNames.filter(isCollection).map(known)

/** Returns the sample of a collection by its name. Throws for an unknown name. */
export function sampleOf(wanted: string): (typeof samples)[0] {
  const sample = samples.find(({ name }) => name === wanted)
  if (!sample) throw new Error(`No collection is called ${wanted}.`)
  return sample
}
