import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { imageFileName } from '#contract/pictures.ts'
import { UnusableArchive } from './archive.ts'
import { tables } from './tables.ts'

/** The file that describes an archive's content. It comes last, because its facts are only known then. */
export const manifestName = 'manifest.json'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const count = z.int().check(z.nonnegative())

const schema = z.object({
  product: z.literal('MovieBox'),
  /** The format of archives; a newer product writes a higher number. */
  format: z.literal(1),
  /** ISO 8601 in UTC, as all times. */
  madeAt: z.string(),
  /** The last change in the archive; `null` if nothing was ever changed. */
  upTo: z.nullable(z.object({ id: z.string(), at: z.string() })),
  migrations: z.array(z.string()),
  /** `sha256` is the hash of a table's rows, as its parts contain them in sequence. */
  tables: z.record(z.string(), z.object({ rows: count, parts: count, sha256 })),
  /** `null` if the backup was made without pictures. */
  pictures: z.nullable(z.array(z.object({ name: z.string().check(z.regex(imageFileName)), bytes: count, sha256 }))),
  /** Image files that were missing, damaged or unreadable. */
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

/** Returns whether an archive may contain a file of this name. Other files are never extracted, so no name leads to another folder. */
export const isExpected = (name: string): boolean => name === manifestName || tableIn(name) !== undefined || pictureIn(name) !== undefined

/** Returns the manifest. Throws `UnusableArchive` if this product can't read the archive; `known` are the product's migrations. */
export function readManifest(path: string, content: Uint8Array, known: readonly string[]): Manifest {
  const given = parsed(content)
  if (given?.product !== 'MovieBox') throw new UnusableArchive(`${path} is not a MovieBox backup.`)
  const manifest = schema.safeParse(given)
  const isNewer = typeof given.format === 'number' && given.format > 1
  if (isNewer || manifest.data?.migrations.some((name) => !known.includes(name)))
    throw new UnusableArchive(`${path} was made by a newer version of MovieBox. Use that version to restore the backup.`)
  if (!manifest.success) throw new UnusableArchive(`${path} is damaged: the manifest can't be read.`)
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
