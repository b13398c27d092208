import { join } from 'node:path'
import { root } from './root.js'

/** The server as it is built (`built.js`), and what Node is told when it runs: stack traces tell the lines of the sources. */
export const product = {
  file: join(root, '.setup', 'server', 'main.js'),
  flags: ['--enable-source-maps'],
}
