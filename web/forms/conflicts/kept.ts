import type { Version } from '#contract/endpoint.ts'
import { changesBetween, labelOf } from './changes.ts'

/** Changes of others that were merged into a form: the authors, if known, and the fields. */
export type Kept = { by: readonly string[]; fields: readonly string[] }

export const nothingKept: Kept = { by: [], fields: [] }

/** Who changed any of these fields after the version `since`; `versions` come the latest first. */
export function authorsOf(versions: readonly Version<object>[], since: number, fields: readonly string[]): string[] {
  const later = versions.filter(({ version }) => version > since)
  const names = later.flatMap(({ byName, record }, at) => {
    const before = versions[at + 1]
    const isOne = before && changesBetween(before.record, record).some(({ name }) => fields.includes(name))
    return isOne && byName !== null ? [byName] : []
  })
  return [...new Set(names)]
}

export const both = (one: Kept, other: Kept): Kept => ({
  by: [...new Set([...one.by, ...other.by])],
  fields: [...new Set([...one.fields, ...other.fields])],
})

/** 'anna and bert', or who it was as far as anybody knows. */
export const inWords = (names: readonly string[]): string =>
  names.length === 0 ? 'another user' : new Intl.ListFormat('en', { type: 'conjunction' }).format(names)

/** 'Changes by anna were kept too: Description.' */
export function sentence({ by, fields }: Kept, was: 'were kept' | 'are in the form'): string {
  return fields.length === 0 ? '' : `Changes by ${inWords(by)} ${was} too: ${fields.map(labelOf).join(', ')}.`
}
