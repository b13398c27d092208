import fc from 'fast-check'
import { weekdays } from '#contract/dates.ts'
import type { ImportedCollection } from './imports.ts'

/** Texts that tables, spreadsheets and scripts have something special for. */
const odd = fc.constantFrom(
  ...['=1+1', "'=1+1", "''@x", '+43 660 1', '-', '- dash -', '@home', "'", "'Til Dawn", 'a, b; c', 'say "hi"', '"', ' ', 'true', '46387'],
  ...['31.12.2026', 'Häxan', 'Кино', '電影', 'שלום', '👩🏽\u200d🚀', 'e\u0301', '1\u00a0000', '\t=1', '#REF!', 'a\u2028b'],
)
const line = fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 20 }))
const paragraphs = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => `x ${lines.join('\n')}`)
const day = fc
  .date({ min: new Date('1901-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const dayOrNone = fc.oneof(fc.constant(''), day)
const address = fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true })
const listOf = (values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 4 })

/** Values of the fields of each collection that aren't keys. `images`: addresses in the gallery; `branches`: ids. */
export function fieldValues(images: readonly string[], branches: readonly string[]) {
  const image = fc.constantFrom('', ...images)
  return {
    movies: { genre: line, image, description: paragraphs, trailerUrl: address, showFrom: dayOrNone, showUntil: dayOrNone },
    menus: { image, description: paragraphs, showFrom: dayOrNone, showUntil: dayOrNone },
    branches: { address: line, googleMapsUrl: address, images: listOf(images) },
    promoCodes: {
      percentage: fc.integer({ min: 1, max: 100 }),
      firstDay: dayOrNone,
      lastDay: dayOrNone,
      weekdays: listOf(weekdays),
      branches: listOf(branches),
      mostUses: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
      paused: fc.boolean(),
    },
    news: { image, date: day, description: paragraphs, gallery: listOf(images) },
  } satisfies Record<ImportedCollection, Record<string, fc.Arbitrary<unknown>>>
}

/** Returns a key of each collection, the `at`th of its kind. */
export const keyValue = (collection: ImportedCollection, at: number): fc.Arbitrary<string> =>
  collection === 'promoCodes' ? fc.stringMatching(/^[A-Z]{0,9}$/).map((text) => `${text}-${at}`) : line.map((text) => `${text} ${at}`)
