import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { archivesIn } from '#server/backup/archives.ts'
import type { Config } from '#server/config.ts'
import { databaseFile } from '#server/db/data-folder.ts'
import { healthOf } from '#server/db/health.ts'
import type { Database } from '#server/db/schema.ts'
import type { Metrics, Sample } from '#server/metrics/metrics.ts'

type StorageSettings = Pick<Config, 'dataDir' | 'databaseUrl' | 'backups'>

/** Adds the metrics of storage: stored amounts, free space, and faults. A number that can't be read is left out. */
export function watchStorage(metrics: Metrics, db: Database, { dataDir, databaseUrl, backups }: StorageSettings): void {
  const ifReadable = (name: string, help: string, labels: string[], read: () => Promise<Sample[]>) =>
    metrics.gauge(name, help, labels, () => read().catch(() => []))
  ifReadable('moviebox_disk_bytes', 'The disk with the data folder: free space and total size.', ['state'], () => room(dataDir))
  ifReadable('moviebox_database_bytes', 'Disk space used by the database.', [], async () => [
    [{}, databaseUrl === undefined ? await sizeOfFile(dataDir) : await sizeOfPostgres(db)],
  ])
  ifReadable('moviebox_images', 'Images in the gallery.', [], async () => [[{}, await countImages(db)]])
  ifReadable('moviebox_backup_time_seconds', 'Time of the last complete backup in BACKUP_DIR, in seconds since 1970.', [], async () =>
    backups ? lastBackup(backups.folder) : [],
  )
  const help = 'Whether the database was found damaged, or the last change could not be saved.'
  metrics.gauge('moviebox_database_troubled', help, ['trouble'], () => {
    const { isDamaged, writesFail } = healthOf(db)
    return [
      [{ trouble: 'damaged' }, Number(isDamaged)],
      [{ trouble: 'writes fail' }, Number(writesFail)],
    ]
  })
}

async function room(dataDir: string): Promise<Sample[]> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return [
    [{ state: 'free' }, bavail * bsize],
    [{ state: 'all' }, blocks * bsize],
  ]
}

/** Returns the size of the database file and its write-ahead log, in bytes. */
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
