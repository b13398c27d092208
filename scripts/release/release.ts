import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/setup/root.js'
import { writeArchive } from './archive.ts'
import { contents } from './contents.ts'

/** Creates the archive of this checkout, for this platform, in `folder`. Returns its path and its SHA-256. */
export async function release(folder: string): Promise<{ path: string; hash: string }> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const name = `moviebox-${version}-${process.platform}-${process.arch}`
  if (process.platform === 'win32') throw new Error('The archive starts with a shell script. Make the archive on Linux or macOS.')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.tar.gz`)
  return { path, hash: await writeArchive(path, name, contents(version)) }
}
