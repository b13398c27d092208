import fc from 'fast-check'
import type { ResourceName } from '#contract/all.ts'
import type { Deed } from './ask.ts'
import { modelled } from './choose.ts'

/** A step of random work, as data. The numbers select from the current records, so any part of a sequence is also a valid sequence. */
export type Step = {
  does: Deed
  resource: ResourceName
  who: number
  which: number
  version: number
  tag: Tag
  parts: number
  fields: FieldChoice
  many: ChangeChoice[]
}

/** One of the changes of many records in one call. */
export type ChangeChoice = Pick<Step, 'does' | 'which' | 'version' | 'tag'>

/** The version in `If-Match`: none, the current one, or the one before it. */
export type Tag = 'none' | 'current' | 'old'

/** Values of fields. Pictures, branches (also those of a promo code) and promo codes are numbers. */
export type FieldChoice = {
  text: string
  more: string
  picture: number
  pictures: number[]
  branch: number
  code: number
  day: string
  time: string
  status: number
  percentage: number
  mostUses: number | null
  firstDay: string
  lastDay: string
  flag: boolean
  weekdays: string[]
  limits: number[]
}

const { constantFrom, nat, record, integer, boolean, array, oneof, tuple, noBias } = fc

const names = ['Häxan', 'Nosferatu', 'Anna Müller', 'Łódź am Meer', 'anna', 'Zug 2046']

const fields: fc.Arbitrary<FieldChoice> = record({
  text: constantFrom(...names),
  more: constantFrom('One.', 'Two words.', 'Über uns\nund andere'),
  picture: nat(4),
  pictures: array(nat(4), { maxLength: 3 }),
  branch: nat(5),
  code: nat(5),
  day: constantFrom('2000-01-01', '2020-02-29', '2199-12-30', '2199-12-31'),
  time: constantFrom('17:00', '20:15'),
  status: integer({ min: 0, max: 2 }),
  percentage: integer({ min: 1, max: 9 }),
  mostUses: constantFrom(null, null, 1, 2),
  firstDay: constantFrom('', '', '', '2998-01-01'),
  lastDay: constantFrom('', '', '', '2999-01-01', '2020-01-01'),
  flag: boolean(),
  weekdays: constantFrom<string[][]>([], [], [], ['Tuesday', 'Saturday']),
  limits: oneof(fc.constant<number[]>([]), array(nat(5), { minLength: 1, maxLength: 2 })),
})

/** The frequency of each action: few records, each with a long history. */
const usual = often({ create: 2, update: 3, remove: 3, restore: 2, 'bring back': 3, erase: 1, 'change many': 2 })
const deedsOf: Partial<Record<ResourceName, Deed[]>> = {
  images: often({ upload: 2, remove: 3, restore: 1, erase: 3, 'change many': 2 }),
  bookings: often({ create: 2, update: 3, remove: 3, restore: 2, 'bring back': 3, erase: 1, contact: 2, 'change many': 4 }),
  users: often({ create: 2, remove: 2, restore: 2, erase: 1, 'set password': 1 }),
}

function often(times: Partial<Record<Deed, number>>): Deed[] {
  return Object.entries(times).flatMap(([does, count]) => Array<Deed>(count).fill(does as Deed))
}

/** The resources of a sequence: all, or a few that depend closely on each other. */
export const subjects: Record<string, readonly ResourceName[]> = {
  everything: modelled,
  'bookings, promo codes and branches': ['bookings', 'bookings', 'bookings', 'promoCodes', 'branches'],
  'bookings, closures and branches': ['bookings', 'bookings', 'closures', 'closures', 'branches'],
  'films, news and images': ['movies', 'news', 'images'],
  'users, the menu and images': ['users', 'menus', 'images'],
}

const tag = constantFrom<Tag[]>('none', 'current', 'current', 'old')

const change: fc.Arbitrary<ChangeChoice> = record({
  does: constantFrom<Deed[]>('set', 'set', 'remove', 'remove', 'restore', 'restore', 'bring back', 'bring back', 'erase'),
  which: nat(5),
  version: nat(9),
  tag,
})

const stepIn = (subject: readonly ResourceName[]): fc.Arbitrary<Step> =>
  constantFrom(...subject.flatMap((resource) => (deedsOf[resource] ?? usual).map((does) => ({ resource, does })))).chain((deed) =>
    record({
      does: fc.constant(deed.does),
      resource: fc.constant(deed.resource),
      who: nat(5),
      which: nat(3),
      version: nat(9),
      tag,
      parts: nat(255),
      fields,
      many: array(change, { minLength: 1, maxLength: 4 }),
    }),
  )

/** The steps made concurrently, mostly one; or a background job, alone. */
export type Round = Step[] | 'empty the trash' | 'forget the guests'

export function rounds(subject: readonly ResourceName[], most: number): fc.Arbitrary<Round[]> {
  const step = stepIn(subject)
  const round: fc.Arbitrary<Round> = oneof(
    { weight: 60, arbitrary: tuple(step) },
    { weight: 20, arbitrary: tuple(step, step) },
    { weight: 10, arbitrary: tuple(step, step, step) },
    { weight: 1, arbitrary: constantFrom<Round[]>('empty the trash', 'forget the guests') },
  )
  // Few works are tried, so all choices are equally likely in each: fast-check would begin with the first and the last ones.
  return noBias(array(round, { minLength: Math.floor(most / 2), maxLength: most, size: 'max' }))
}
