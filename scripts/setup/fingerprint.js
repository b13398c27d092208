import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.js'

/** Returns a hash over files and folders of the checkout, including their names, without tests. */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

/** Whether `stamp`, a file of the checkout, holds `text`. */
export function isStamped(stamp, text) {
  const path = join(root, stamp)
  return existsSync(path) && readFileSync(path, 'utf8') === text
}

function filesIn(path) {
  if (!existsSync(join(root, path)) || path.endsWith('.test.ts')) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`))
}
