import { type Kind, kinds } from '#contract/fields.ts'
import type { Transaction } from '#server/db/schema.ts'
import { requireBranches } from './branch-names.ts'
import type { Shape } from './fields.ts'
import { requireImages } from './image-uses.ts'

/** What is done about a kind of field besides storing it. */
type KindRule = {
  /** The texts in a field's value, each under the name that a refusal has for it: 'image', 'images.2'. */
  textsIn: (field: string, value: unknown) => [field: string, text: string][]
  /** Refuses (422) texts that the database knows nothing of, each under its name. Those in `kept`, which the record has already, stay. */
  require?: (trx: Transaction, texts: Record<string, string>, kept: readonly string[]) => Promise<void>
  /** The texts are addresses of images that the record uses. */
  isImage?: true
  /** It is searched by any run of its digits. */
  isPhone?: true
}

/** A kind without a line here doesn't compile; of some there is nothing more to do. */
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

/** The rules of the fields that are of some kind. */
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
