import { sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Database } from './schema.ts'

/** The PostgreSQL at DATABASE_URL is set up in a way that can't hold a chain. The message is a sentence that says what to change. */
export class UnsupportedDatabase extends Error {}

/** The database holds no chain yet, but the command needs one. */
export class NoMovieBoxData extends Error {}

/** Throws `UnsupportedDatabase` where PostgreSQL can't store every text, or has no schema to create tables in. */
export async function requireSupported(db: Database): Promise<void> {
  if (!isPostgres(db)) return
  const { rows } = await sql<{
    encoding: string
    schema: string | null
    path: string
  }>`select current_setting('server_encoding') as encoding,
    current_schema() as schema, current_setting('search_path') as path`.execute(db)
  const { encoding = 'UTF8', schema = '', path = '' } = rows[0] ?? {}
  if (encoding !== 'UTF8')
    throw new UnsupportedDatabase(
      `the database at DATABASE_URL uses the encoding ${encoding}, which can't store all text. Use a database created with the encoding UTF8.`,
    )
  if (schema === null)
    throw new UnsupportedDatabase(
      `the database at DATABASE_URL has none of the schemas in its search_path (${path}). Create a schema, or grant the user USAGE on one.`,
    )
}

/** Checks that a supported database holds a chain, and creates nothing. Throws `NoMovieBoxData` or `UnsupportedDatabase`. */
export async function requireMovieBoxData(db: Database): Promise<void> {
  await requireSupported(db)
  if (await isMade(db)) return
  const place = isPostgres(db) ? 'the database at DATABASE_URL' : 'the database in the data folder (DATA_DIR)'
  throw new NoMovieBoxData(`${place} has no MovieBox data yet. Start MovieBox with this database first, or restore a backup.`)
}

async function isMade(db: Database): Promise<boolean> {
  if (!isPostgres(db)) return (await db.introspection.getTables()).some(({ name }) => name === 'migrations')
  // Only the schemas in search_path count.
  const { rows } = await sql<{ found: string | null }>`select to_regclass('migrations')::text as found`.execute(db)
  return rows[0]?.found != null
}
