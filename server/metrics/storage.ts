import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { archivesIn } from '#server/backup/archives.ts'
import type { Config } from '#server/config.ts'
import { databaseFile } from '#server/data-folder.ts'
import { conditionOf } from '#server/database/condition.ts'
import type { Database } from '#server/database/schema.ts'
import type { Source } from './metrics.ts'
import { family, type Sample } from './text.ts'

type StorageSettings = Pick<Config, 'dataDir' | 'databaseUrl' | 'backups'>

/** What is stored, how much place there is, and whether all is well with it. What can't be said is left out. */
export function storage(db: Database, { dataDir, databaseUrl, backups }: StorageSettings): Source {
  return async () => {
    const [disk, size, images, backup] = await Promise.all([
      samples(() => room(dataDir)),
      samples(async () => [[{}, databaseUrl === undefined ? await sizeOfFile(dataDir) : await sizeOfPostgres(db)]]),
      samples(async () => [[{}, await countImages(db)]]),
      samples(async () => (backups ? lastBackup(backups.folder) : [])),
    ])
    const { isDamaged, writesFail } = conditionOf(db)
    return [
      family('moviebox_disk_bytes', 'gauge', 'The disk with the data folder: what is free, and all of it.', disk),
      family('moviebox_database_bytes', 'gauge', 'What the database takes on its disk.', size),
      family('moviebox_images', 'gauge', 'Images in the gallery.', images),
      family('moviebox_backup_time_seconds', 'gauge', 'When the last backup in BACKUP_DIR was complete, since 1970.', backup),
      family('moviebox_database_troubled', 'gauge', 'Whether the database was found damaged, or the last change could not be stored.', [
        [{ trouble: 'damaged' }, Number(isDamaged)],
        [{ trouble: 'writes fail' }, Number(writesFail)],
      ]),
    ].join('\n')
  }
}

const samples = (read: () => Promise<Sample[]>) => read().catch((): Sample[] => [])

async function room(dataDir: string): Promise<Sample[]> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return [
    [{ state: 'free' }, bavail * bsize],
    [{ state: 'all' }, blocks * bsize],
  ]
}

/** Together with the log that is written before it. */
async function sizeOfFile(dataDir: string): Promise<number> {
  const file = databaseFile(dataDir)
  const sizes = [file, `${file}-wal`].map((path) => stat(path).then(({ size }) => size))
  return (await Promise.allSettled(sizes)).reduce((sum, size) => sum + (size.status === 'fulfilled' ? size.value : 0), 0)
}

async function sizeOfPostgres(db: Database): Promise<number> {
  const { rows } = await sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(db)
  return Number(rows[0]?.size)
}

async function countImages(db: Database): Promise<number> {
  const { n } = await db
    .selectFrom('images')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

async function lastBackup(folder: string): Promise<Sample[]> {
  const last = (await archivesIn(folder)).at(-1)
  return last === undefined ? [] : [[{}, (await stat(join(folder, last))).mtimeMs / 1000]]
}
