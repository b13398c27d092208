import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { imageFileName } from '#contract/pictures.ts'
import { UnusableArchive } from './archive.ts'
import { tables } from './tables.ts'

/** The file that says what is in an archive. It comes last, when all of that is known. */
export const manifestName = 'manifest.json'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const count = z.int().check(z.nonnegative())

const schema = z.object({
  product: z.literal('MovieBox'),
  /** Of archives; one that is higher was written by a newer product. */
  format: z.literal(1),
  /** ISO 8601 in UTC, as all times. */
  madeAt: z.string(),
  /** The last change that is in it; `null` where nothing was ever changed. */
  upTo: z.nullable(z.object({ id: z.string(), at: z.string() })),
  migrations: z.array(z.string()),
  /** `sha256` is that of a table's rows as they stand in its parts, one after the other. */
  tables: z.record(z.string(), z.object({ rows: count, parts: count, sha256 })),
  /** `null`: pictures were not taken along. */
  pictures: z.nullable(z.array(z.object({ name: z.string().check(z.regex(imageFileName)), bytes: count, sha256 }))),
  /** Files of images that were not there, were damaged, or couldn't be read. */
  missing: z.array(z.string()),
})

export type Manifest = z.output<typeof schema>

const partName = /^tables\/(\w+)\/\d{6}\.jsonl$/

export const partOf = (table: string, part: number): string => `tables/${table}/${String(part).padStart(6, '0')}.jsonl`
export const tableIn = (name: string): string | undefined => tables.find((table) => table === partName.exec(name)?.[1])

const pictureFolder = 'pictures/'
export const pictureEntry = (name: string): string => pictureFolder + name
export const pictureIn = (name: string): string | undefined => {
  const file = name.startsWith(pictureFolder) ? name.slice(pictureFolder.length) : ''
  return imageFileName.test(file) ? file : undefined
}

/** Whether an archive may hold a file of this name: nothing else is taken out of one, so no name leads anywhere. */
export const isExpected = (name: string): boolean => name === manifestName || tableIn(name) !== undefined || pictureIn(name) !== undefined

/** Throws `UnusableArchive` where this product can't read what the manifest describes; `known` are the migrations that it has. */
export function readManifest(path: string, content: Uint8Array, known: readonly string[]): Manifest {
  const given = parsed(content)
  if (given?.product !== 'MovieBox') throw new UnusableArchive(`${path} is no backup of MovieBox.`)
  const manifest = schema.safeParse(given)
  const isNewer = typeof given.format === 'number' && given.format > 1
  if (isNewer || manifest.data?.migrations.some((name) => !known.includes(name)))
    throw new UnusableArchive(`${path} was made by a newer MovieBox. Restore it with that version.`)
  if (!manifest.success) throw new UnusableArchive(`${path} is damaged: its manifest can't be read.`)
  return manifest.data
}

function parsed(content: Uint8Array): { product?: unknown; format?: unknown } | undefined {
  try {
    const given: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
    return typeof given === 'object' && given !== null ? given : undefined
  } catch {
    return undefined
  }
}

export const digest = (content: Uint8Array): string => hash('sha256', content)
