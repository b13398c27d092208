import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { databaseFile } from '#server/db/data-folder.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import type { Migration } from '#server/db/migration.ts'
import { openDatabase } from '#server/db/open.ts'
import { withoutTimeouts } from '#server/db/postgres/pool.ts'

/** A server of a later version. The server reports when it is in the middle of a migration, and stays there for a while. */
const { databaseUrl: url, dataDir } = readConfig(process.env)
const db = openDatabase({ url, file: databaseFile(dataDir) }, withoutTimeouts)
const half: Migration = {
  backwardCompatible: true,
  async up(trx) {
    await sql`create table halves (name text primary key)`.execute(trx)
    await sql`insert into halves values ('one')`.execute(trx)
    console.log('in the middle')
    await sql`select pg_sleep(1)`.execute(trx)
    await sql`insert into halves values ('two')`.execute(trx)
  },
}
await migrate(db, [...migrations, { name: '998-half', load: async () => half }])
await db.destroy()
