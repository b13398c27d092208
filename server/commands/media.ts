import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import '#server/startup/environment.ts'
import '#server/startup/output.ts'
import { WrongCommand } from '#server/errors.ts'
import { StoreUnavailable, storeFailure } from '#server/http/store-unavailable.ts'
import { type Copied, copyMedia } from '#server/images/copy-media.ts'
import { localMedia } from '#server/images/local-media.ts'
import type { Media } from '#server/images/media.ts'
import { mediaIn } from '#server/images/open-media.ts'
import { isStoreAddress, storeAddress } from '#server/images/store-address.ts'
import { startFailure } from '#server/startup/start-failure.ts'

const usage = 'Say where from and where to, each a data folder or a store: npm run media -- copy data s3://bucket/prefix?endpoint=…'

/** `npm run media -- copy FROM TO`. Exits with 0 when all files are there, else with 1; done again, it goes on where it ended. */
try {
  const [command, from, to, ...more] = process.argv.slice(2)
  if (command !== 'copy' || from === undefined || to === undefined || more.length > 0) throw new WrongCommand(usage)
  // People wait for answers; nobody waits for this.
  setPriority(constants.priority.PRIORITY_LOW)
  const copied = await copyMedia(await source(from), await target(to), progress)
  console.log(told(copied))
  if (copied.damaged.length > 0) process.exitCode = 1
} catch (error) {
  if (error instanceof WrongCommand) console.error(error.message)
  else if (error instanceof StoreUnavailable) console.error(`It can't be done: ${storeFailure(error, 'the address given')}`)
  else console.error(startFailure(error, "It can't be done") ?? error)
  process.exitCode = 1
}

/** What is asked for pictures. */
async function source(path: string): Promise<Media> {
  if (isStoreAddress(path)) return mediaIn(storeAddress(path, process.env, 'FROM'))
  if (!existsSync(join(path, 'media'))) throw new WrongCommand(`There are no pictures in ${path}: it has no folder "media".`)
  return localMedia(path)
}

/** What they are put into. */
async function target(path: string): Promise<Media> {
  return isStoreAddress(path) ? mediaIn(storeAddress(path, process.env, 'TO')) : localMedia(path)
}

/** In a terminal a line that rewrites itself, elsewhere one for each tenth. */
function progress(done: number, of: number) {
  const line = `${done} of ${of} files`
  if (process.stderr.isTTY) process.stderr.write(`\r${line}${done === of ? '\n' : ''}`)
  else if (Math.floor((done * 10) / of) > Math.floor(((done - 1) * 10) / of)) console.error(line)
}

function told({ put, bytes, there, damaged }: Copied): string {
  const sound = `${put} files were copied (${(bytes / 1_000_000).toFixed(1)} MB), ${there} were there already: each was read there, and is what it is where it came from.`
  return damaged.length === 0
    ? sound
    : `${sound} ${damaged.length} are damaged or can't be read where they came from, and were left out: ${damaged.slice(0, 20).join(', ')}.`
}
