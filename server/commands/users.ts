import { existsSync } from 'node:fs'
import { bringUpToDate } from '#server/backup/up-to-date.ts'
import { commandHint } from '#server/command-hint.ts'
import { type Config, readConfig } from '#server/config.ts'
import { databaseFile } from '#server/db/data-folder.ts'
import { openDatabase } from '#server/db/open.ts'
import { requireMovieBoxData } from '#server/db/requirements.ts'
import '#server/startup/environment.ts'
import '#server/startup/output.ts'
import { WrongCommand } from '#server/errors.ts'
import { startFailure } from '#server/startup/start-failure.ts'
import { usersCommand } from '#server/users/command.ts'

try {
  console.log(await onDatabase(readConfig(process.env), process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof WrongCommand ? error.message : (startFailure(error, 'The command failed') ?? error))
  process.exitCode = 1
}

/** Runs the command on the database. A server may be running: both databases serve two processes. */
async function onDatabase(config: Config, words: string[]): Promise<string> {
  const { databaseUrl: url, dataDir } = config
  const file = databaseFile(dataDir)
  if (url === undefined && !existsSync(file)) {
    throw new WrongCommand(
      `There are no users in ${dataDir} yet. Run "${commandHint('start')}" to create the first user, or set DATA_DIR to another folder.`,
    )
  }
  const db = openDatabase({ url, file })
  try {
    await requireMovieBoxData(db)
    await bringUpToDate(db, config)
    return await usersCommand(db, words)
  } finally {
    await db.destroy()
  }
}
