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

const usage =
  'Specify the source and the target, each a data folder or an S3 store: npm run media -- copy data s3://bucket/prefix?endpoint=…'

/**
 * The command `npm run media -- copy FROM TO`. Exits with 0 when all files were copied, else with 1. A repeated run continues where the last
 * one ended.
 */
try {
  const [command, from, to, ...more] = process.argv.slice(2)
  if (command !== 'copy' || from === undefined || to === undefined || more.length > 0) throw new WrongCommand(usage)
  // Requests have users waiting for them; this copy doesn't.
  setPriority(constants.priority.PRIORITY_LOW)
  const copied = await copyMedia(await source(from), await target(to), progress)
  console.log(summary(copied))
  if (copied.damaged.length > 0) process.exitCode = 1
} catch (error) {
  if (error instanceof WrongCommand) console.error(error.message)
  else if (error instanceof StoreUnavailable) console.error(`The command failed: ${storeFailure(error, 'the address given')}`)
  else console.error(startFailure(error, 'The command failed') ?? error)
  process.exitCode = 1
}

/** Opens the media that are copied from. */
async function source(path: string): Promise<Media> {
  if (isStoreAddress(path)) return mediaIn(storeAddress(path, process.env, 'FROM'))
  if (!existsSync(join(path, 'media'))) throw new WrongCommand(`There are no images in ${path}: the folder "media" does not exist.`)
  return localMedia(path)
}

/** Opens the media that are copied to. */
async function target(path: string): Promise<Media> {
  return isStoreAddress(path) ? mediaIn(storeAddress(path, process.env, 'TO')) : localMedia(path)
}

/** Shows the progress: on a terminal in one line that is rewritten, elsewhere in one line for each tenth. */
function progress(done: number, of: number) {
  const line = `${done} of ${of} files`
  if (process.stderr.isTTY) process.stderr.write(`\r${line}${done === of ? '\n' : ''}`)
  else if (Math.floor((done * 10) / of) > Math.floor(((done - 1) * 10) / of)) console.error(line)
}

function summary({ put, bytes, there, damaged }: Copied): string {
  const sound = `${put} files copied (${(bytes / 1_000_000).toFixed(1)} MB), ${there} already there. All were read back and match the source.`
  return damaged.length === 0
    ? sound
    : `${sound} ${damaged.length} are damaged or can't be read at the source, and were skipped: ${damaged.slice(0, 20).join(', ')}.`
}
