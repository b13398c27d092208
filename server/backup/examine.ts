import { createHash, type Hash } from 'node:crypto'
import { migrations } from '#server/db/migrate.ts'
import { readArchive, requireWhole, UnusableArchive } from './archive.ts'
import { digest, isExpected, type Manifest, pictureIn, readManifest, tableIn } from './manifest.ts'
import { rowsIn } from './rows.ts'

type Found = { rows: number; hash: Hash }

/** Reads a whole archive and returns its manifest. Throws `UnusableArchive`. */
export async function examine(path: string): Promise<Manifest> {
  await requireWhole(path)
  const [tables, digests] = [new Map<string, Found>(), new Map<string, string>()]
  let manifest: Manifest | undefined
  for await (const { name, content } of readArchive(path, isExpected)) {
    const table = tableIn(name)
    const picture = pictureIn(name)
    if (table) {
      const { rows, hash } = tables.get(table) ?? { rows: 0, hash: createHash('sha256') }
      tables.set(table, { rows: rows + countRows(path, content), hash: hash.update(content) })
    } else if (picture) digests.set(picture, digest(content))
    else manifest = readManifest(path, content, names)
  }
  if (!manifest) throw new UnusableArchive(`${path} is not a MovieBox backup.`)
  const said = new Map([...ofTables(manifest), ...ofPictures(manifest)])
  const found = new Map([...[...tables].map(([table, { rows, hash }]) => [table, `${rows} ${hash.digest('hex')}`] as const), ...digests])
  for (const what of new Set([...said.keys(), ...found.keys()])) if (said.get(what) !== found.get(what)) throw differs(path, what)
  return manifest
}

function countRows(path: string, content: Uint8Array): number {
  let rows = 0
  for (const _ of rowsIn(path, content)) rows++
  return rows
}

const ofTables = ({ tables }: Manifest) =>
  Object.entries(tables).flatMap(([name, { rows, parts, sha256 }]) => (parts > 0 ? [[name, `${rows} ${sha256}`] as const] : []))

const ofPictures = ({ pictures }: Manifest) => (pictures ?? []).map(({ name, sha256 }) => [name, sha256] as const)

const names = migrations.map(({ name }) => name)

const differs = (path: string, what: string) => new UnusableArchive(`${path} is damaged: ${what} does not match the manifest.`)
