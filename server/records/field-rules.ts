import { type Kind, kinds } from '#contract/fields.ts'
import type { Transaction } from '#server/db/schema.ts'
import { requireBranches } from './branch-names.ts'
import type { Shape } from './fields.ts'
import { requireImages } from './image-uses.ts'

/** The rules of a kind of field, beyond storing its value. */
type KindRule = {
  /** Returns the texts in a field's value, each under the field name that an error uses: `image`, `images.2`. */
  textsIn: (field: string, value: unknown) => [field: string, text: string][]
  /**
   * Throws a 422 for texts that refer to nothing in the database, each under its name. Texts in `unchanged`, which the record already has, are
   * accepted.
   */
  require?: (trx: Transaction, texts: Record<string, string>, unchanged: readonly string[]) => Promise<void>
  /** The texts are URLs of images that the record uses. */
  isImage?: true
  /** The field is searched by any run of its digits. */
  isPhone?: true
}

/** A missing kind is a compile error; `undefined` means that storing is enough. */
const kindRules: Record<Kind, KindRule | undefined> = {
  line: undefined,
  paragraphs: undefined,
  day: undefined,
  time: undefined,
  address: undefined,
  image: { textsIn: alone, require: requireImages, isImage: true },
  images: { textsIn: inList, require: requireImages, isImage: true },
  phone: { textsIn: alone, isPhone: true },
  branch: { textsIn: alone, require: requireBranches },
}

/** Returns the fields whose kind has rules, with these rules. */
export function rulesOf(shape: Shape): { field: string; rule: KindRule }[] {
  return Object.entries(shape).flatMap(([field, type]) => {
    const { kind } = kinds.get(type) ?? {}
    const rule = kind && kindRules[kind]
    return rule ? [{ field, rule }] : []
  })
}

function alone(field: string, value: unknown): [string, string][] {
  return [[field, String(value ?? '')]]
}

function inList(field: string, value: unknown): [string, string][] {
  return (value as string[]).map((text, place) => [`${field}.${place}`, text])
}
