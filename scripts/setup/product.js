import { join } from 'node:path'
import { root } from './root.js'

/**
 * How the server runs that was built (`server/built.cjs`), wherever it is started. V8's space for new objects stays small: it would grow with the first
 * busy moment, and never shrink. The environment is glibc's: few arenas, and what is large (a password's hash takes 19 MB) goes back when it is freed.
 */
export const product = {
  file: join(root, 'server', 'built.cjs'),
  flags: ['--max-semi-space-size=2'],
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '131072' },
}
