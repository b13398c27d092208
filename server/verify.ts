import { existsSync } from 'node:fs'
import { readConfig } from './config.ts'
import { databaseFile } from './data-folder.ts'
import { isDamaged } from './database/failures.ts'
import { openDatabase } from './database/open.ts'
import { verify } from './database/verify.ts'
import { startFailure } from './start-failure.ts'

/** `npm run verify`: says in one sentence whether the database is sound. Exits with 0 where it is, 1 where it is damaged, else 2. */
process.exitCode = await main().catch((error: unknown) => {
  if (isDamaged(error)) return damaged(error instanceof Error ? error.message : String(error))
  console.error(startFailure(error) ?? error)
  return 2
})

async function main(): Promise<number> {
  const { dataDir, databaseUrl } = readConfig(process.env)
  const file = databaseFile(dataDir)
  if (databaseUrl === undefined && !existsSync(file)) {
    console.error(`There is no database to verify: ${file} is missing. Set DATA_DIR to the folder that has it.`)
    return 2
  }
  const db = openDatabase({ url: databaseUrl, file })
  try {
    const result = await verify(db, databaseUrl === undefined)
    if ('finding' in result) return damaged(result.finding)
    console.log(`The database is sound: all of its ${result.rows} records and versions of records can be read.`)
    return 0
  } finally {
    await db.destroy()
  }
}

function damaged(finding: string): number {
  console.log(`The database is damaged (${finding.trim().replaceAll('\n', ', ')}): put a backup in its place.`)
  return 1
}
