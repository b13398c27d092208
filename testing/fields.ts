import { toJSONSchema, type ZodMiniType } from 'zod/mini'
import { type Kind, kinds } from '#contract/fields.ts'
import { type Caller, someBranch } from './some-branch.ts'

type Wrong = [value: unknown, sentence: RegExp]

/** The values that a field accepts and rejects, written by hand: they follow from the purpose of the field's kind, not from the contract's code. */
export type Field = {
  /** An accepted value, or a function that creates one. */
  sample: unknown | ((app: Caller) => unknown)
  /** Another accepted value, for updates. Without one, tests leave the field unchanged. */
  other?: unknown
  /** The stored value when a caller leaves the field out; `required` when that is an error. */
  left: unknown
  /** More accepted values, stored as sent. */
  takes?: unknown[]
  /** Values rejected with 422, each with a part of the sentence. Values that are no text, and empty required values, are tested for every field. */
  refuses?: Wrong[]
}
export const required = Symbol('required')

const blank = ['', ' \t'].map((value): Wrong => [value, /is required\.$/])
const tooLong = (most: number) => new RegExp(`is too long: at most ${most.toLocaleString('en')} characters\\.$`)

/** A single-line field; `letter` is a character that it accepts. */
export const text = (most: number, letter = 'x'): Field => ({
  sample: 'Nosferatu',
  other: 'Ada Byron',
  left: required,
  takes: [letter, letter.repeat(most)],
  // The answer reports only the first of two errors in a field.
  refuses: [
    ...blank,
    ...[letter, '\u0000'].map((each): Wrong => [each.repeat(most + 1), tooLong(most)]),
    ['Nosfer\u0000atu', /can't be stored/],
  ],
})

const manyLines = (most: number): Field => ({
  ...text(most),
  sample: 'A count travels by ship.\nThe plague travels with him.',
  other: 'Salted, or sweet.',
  takes: ['one\n\ttwo', 'x'.repeat(most)],
})

/** Several lines that may be left out. */
export const optionalLines = (most: number): Field => ({
  ...manyLines(most),
  left: '',
  takes: ['', ...(manyLines(most).takes ?? [])],
  refuses: manyLines(most).refuses?.filter(([value]) => !blank.some(([each]) => each === value)) ?? [],
})

const phoneNumber = (most: number): Field => ({
  ...text(most, '4'),
  sample: '+44 20 7946 0121',
  other: '+43 660 998877',
  refuses: [...(text(most, '4').refuses ?? []), ['call me', /digits/]],
})

/** The name of an existing branch. */
const branch = (most: number): Field => ({
  ...text(most),
  sample: someBranch,
  other: undefined,
  takes: [],
  refuses: [...(text(most).refuses ?? []), ['Nowhere', /no branch with this name/]],
})

const address: Field = {
  sample: 'https://www.youtube.com/embed/FC6jFoYm3xs',
  other: 'https://maps.app.goo.gl/harbour',
  left: required,
  takes: ['http://x', `https://x/${'x'.repeat(1990)}`],
  refuses: [
    ...blank,
    [`https://x/${'x'.repeat(1991)}`, /is too long: at most 2,000 characters\.$/],
    ...['javascript:alert(1)', 'data:text/html,x', '/embed/1', 'https://user:secret@example.com/', 'http://'].map(
      (given): Wrong => [given, /not a valid web address/],
    ),
  ],
}

const unknownImage = `/media/${'0'.repeat(64)}/640.webp`

const picture: Field = {
  sample: '',
  left: '',
  refuses: ['https://elsewhere.example/cover.jpg', unknownImage].map((url): Wrong => [url, /from the gallery/]),
}

/** A picture that isn't in the gallery is rejected under its position in the list. */
const pictures: Field = {
  sample: [],
  left: [],
  refuses: [
    ['one', /list of images/],
    [Array(51).fill(unknownImage), /^Choose at most 50 images\.$/],
  ],
}

const notDays = ['2026-02-30', '2026-2-3', '27.11.2026', '2026-13-01', '2026-02-29', '2026-11-27T00:00', 20261127]

const absurdDays = ['0000-01-01', '0026-12-24', '1899-12-31', '2201-01-01'].map((given): Wrong => [given, /must be from \d{4} to 2200/])

const day: Field = {
  sample: '2026-11-27',
  other: '2026-11-28',
  left: required,
  takes: ['2024-02-29', '2000-01-01', '2200-12-31'],
  refuses: [...blank, ...absurdDays, ...notDays.map((given): Wrong => [given, typeof given === 'string' ? /valid date/ : /must be text/])],
}

const time: Field = {
  sample: '19:30',
  other: '21:00',
  left: required,
  takes: ['00:00', '23:59'],
  refuses: [...blank, ...['24:00', '25:00', '19:60', '7:30', '19:30:00', 'noon'].map((given): Wrong => [given, /valid time/])],
}

/** A day that is the first or last one of others, which lie in 2099. */
export const laterDay: Field = { ...day, sample: '2099-11-27', other: '2099-11-28', takes: [] }

export const timeOrNone: Field = {
  ...time,
  sample: '',
  other: undefined,
  left: '',
  refuses: time.refuses?.filter(([value]) => !blank.some(([each]) => each === value)) ?? [],
}

export const dayOrNone: Field = {
  sample: '',
  other: '2026-12-31',
  left: '',
  takes: ['2024-02-29'],
  refuses: notDays.map((given): Wrong => [given, /valid date/]),
}

export const flag: Field = {
  sample: false,
  other: true,
  left: false,
  takes: [true, false],
  refuses: ['true', 1].map((given): Wrong => [given, /must be true or false\.$/]),
}

export const weekdays: Field = {
  sample: [],
  other: ['Monday', 'Friday'],
  left: [],
  takes: [['Sunday'], ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']],
  refuses: [['Monday', /list of days/]],
}

/** A branch that doesn't exist is rejected under its position in the list. */
export const branches: Field = {
  sample: [],
  left: [],
  refuses: [
    ['Harbour', /list of branch ids/],
    [Array.from({ length: 201 }, () => '01890000-0000-7000-8000-000000000000'), /^Choose at most 200 branches\.$/],
  ],
}

/** The field tests by kind. A kind without an entry doesn't compile. `most` is the most characters of the field. */
const byKind: Record<Kind, (most: number) => Field> = {
  line: text,
  paragraphs: manyLines,
  day: () => day,
  time: () => time,
  address: () => address,
  image: () => picture,
  images: () => pictures,
  phone: phoneNumber,
  branch,
}

/** Returns the tests of a contract field by its kind; `undefined` for a field without a kind, whose tests are written out. */
export function fieldOf(type: ZodMiniType): Field | undefined {
  const { kind } = kinds.get(type) ?? {}
  return kind && byKind[kind](toJSONSchema(type, { io: 'input' }).maxLength ?? 0)
}
