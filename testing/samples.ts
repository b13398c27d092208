import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { menus } from '#contract/menus.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import type { TestApp } from './app.ts'

/** What the tests that are the same for every collection need to know about one. */
export type Sample = {
  name: string
  contract: Record<'list' | 'get' | 'create' | 'update' | 'remove' | 'restore', Endpoint>
  /** A body that is accepted; called anew for each record, so what must be unique can be. */
  body(app: TestApp): Promise<Record<string, unknown>> | Record<string, unknown>
  /** Fields to change in an update, with values that differ from the body's. */
  changes: Record<string, unknown>
  /** Bodies that are refused with 422: each a field, a value, and a piece of the sentence. */
  wrong: [field: string, value: unknown, sentence: RegExp][]
}

const unknownImage = `/media/${'0'.repeat(64)}/640.webp`

/** What a field for a web address refuses. */
const notAddresses = (field: string) =>
  ['javascript:alert(1)', 'data:text/html,x', '/embed/1', 'https://user:secret@example.com/', 'http://'].map(
    (address): Sample['wrong'][number] => [field, address, /not a web address/],
  )

const notImages = (field: string) =>
  ['https://elsewhere.example/cover.jpg', unknownImage].map((image): Sample['wrong'][number] => [field, image, /from the gallery/])

/** What a list of images refuses: the complaint names the place in the list. */
const notLists = (field: string): Sample['wrong'] => [
  [field, 'one', /list of images/],
  [field, Array.from({ length: 51 }, () => unknownImage), /At most 50/],
]

const notDays = (field: string) =>
  ['2026-02-30', '2026-2-3', '27.11.2026', '2026-13-01', '2026-11-27T00:00'].map((day): Sample['wrong'][number] => [
    field,
    day,
    /day of the calendar/,
  ])

let made = 0

export const samples: Sample[] = [
  {
    name: 'movies',
    contract: movies,
    body: () => ({
      title: 'Nosferatu',
      genre: 'Horror',
      image: '',
      description: 'A count travels by ship.\nThe plague travels with him.',
      trailerUrl: 'https://www.youtube.com/embed/FC6jFoYm3xs',
    }),
    changes: { title: 'Nosferatu, a Symphony of Horror' },
    wrong: [...notAddresses('trailerUrl'), ...notImages('image'), ['title', 'Nosfer\u0000atu', /can't be stored/]],
  },
  {
    name: 'branches',
    contract: branches,
    body: () => ({ name: 'Harbour', address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/harbour', images: [] }),
    changes: { address: '2 Quay Street' },
    wrong: [...notAddresses('googleMapsUrl'), ...notLists('images')],
  },
  {
    name: 'news',
    contract: news,
    body: () => ({ title: 'The organ is back', image: '', date: '2026-11-20', description: 'Restored.\nOn Friday.', gallery: [] }),
    changes: { date: '2026-11-21' },
    wrong: [...notDays('date'), ...notImages('image'), ...notLists('gallery')],
  },
  {
    name: 'menus',
    contract: menus,
    body: () => ({ name: 'Popcorn', image: '', description: 'Salted, or sweet.' }),
    changes: { name: 'Popcorn, large' },
    wrong: notImages('image'),
  },
  {
    name: 'bookings',
    contract: bookings,
    body: async (app) => ({
      branchName: await someBranch(app),
      date: '2026-11-27',
      time: '19:30',
      fullName: 'Ada Byron',
      phoneNumber: '+44 20 7946 0121',
      status: 0,
      promoCode: '',
      discountPercentage: 0,
    }),
    changes: { time: '21:00', status: 1 },
    wrong: [
      ...notDays('date'),
      ...['25:00', '19:60', '7:30', '19:30:00', 'noon'].map((time): Sample['wrong'][number] => ['time', time, /time of day/]),
      ...[3, -1, 1.5, '1', null].map((status): Sample['wrong'][number] => [
        'status',
        status,
        /must be 0 \(Pending\), 1 \(Confirmed\) or 2 \(Canceled\)/,
      ]),
      ['phoneNumber', 'call me', /digits/],
      ['branchName', 'Nowhere', /no branch of this name/],
      ['promoCode', 'NO-SUCH-CODE', /^Invalid or expired promo code$/],
    ],
  },
  {
    name: 'promo-codes',
    contract: promoCodes,
    body: () => ({ code: `CODE${++made}`, percentage: 20, firstDay: '', lastDay: '', mostUses: null, paused: false }),
    changes: { percentage: 25, lastDay: '2026-12-31', mostUses: 5, paused: true },
    wrong: [
      ...notDays('firstDay'),
      ...[0, 101, 12.5, '20'].map((percentage): Sample['wrong'][number] => ['percentage', percentage, /1 to 100/]),
      ...[0, -1, 1.5, '3'].map((mostUses): Sample['wrong'][number] => ['mostUses', mostUses, /whole number from 1/]),
      ['code', 'TWO WORDS', /letters, digits/],
    ],
  },
]

/** The name of a branch that can be booked. */
export async function someBranch(app: TestApp): Promise<string> {
  const name = 'Harbour'
  const known: { name: string }[] = (await app.call('GET', '/api/branches')).body
  if (!known.some((branch) => branch.name === name)) {
    await app.call('POST', '/api/branches', 'staff', {
      name,
      address: '1 Quay Street',
      googleMapsUrl: 'https://maps.app.goo.gl/harbour',
      images: [],
    })
  }
  return name
}
