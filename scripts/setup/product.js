import { join } from 'node:path'
import { root } from './root.js'

/**
 * How the built server (`server/built.cjs`) runs, wherever it is started. V8's space for new objects stays small, because it would grow with the
 * first busy moment and never shrink. The environment variables are glibc's. There are few arenas, and large blocks (a password's hash takes 19 MB)
 * return to the system when freed.
 */
export const product = {
  file: join(root, 'server', 'built.cjs'),
  flags: ['--max-semi-space-size=2'],
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '131072' },
}
