import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, isStamped } from './fingerprint.js'
import { pinnedNode } from './pinned-node.js'
import { root } from './root.js'
import { runStep } from './step.js'

const ofBoth = ['contract', 'tsconfig.json', 'package.json', 'package-lock.json']

/** The web app, built into `dist/`. */
export const webApp = built({
  title: 'Building the web app',
  usualSeconds: 10,
  sources: ['web', 'vite.config.ts', ...ofBoth],
  folder: 'dist',
  ifItFails: 'The web app could not be built: the lines above say why.',
})

/** The server as one file, built into `.setup/server/` (`product.js` tells how it is run). */
export const server = built({
  title: 'Building the server',
  usualSeconds: 2,
  sources: ['server', 'vite.server.config.ts', ...ofBoth],
  folder: '.setup/server',
  options: ['--config', 'vite.server.config.ts'],
  ifItFails: 'The server could not be built: the lines above say why.',
})

/** A folder that Vite builds. It is built elsewhere and moved to its place, so that a failed build leaves the last one in place. */
function built({ title, usualSeconds, sources, folder, options = [], ifItFails }) {
  const stamp = '.vite/sources'
  return {
    isDone: () => isStamped(`${folder}/${stamp}`, fingerprint(sources)),
    async run() {
      const made = fingerprint(sources)
      const target = join(root, '.setup', 'building')
      const vite = [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--outDir', target, '--emptyOutDir', '--logLevel', 'warn']
      await runStep({
        title,
        usualSeconds,
        command: [pinnedNode(), ...vite, ...options],
        env: { NODE_ENV: 'production', NO_COLOR: '1' },
        ifItFails,
      })
      mkdirSync(join(target, '.vite'), { recursive: true })
      writeFileSync(join(target, stamp), made)
      rmSync(join(root, folder), { recursive: true, force: true })
      renameSync(target, join(root, folder))
    },
  }
}
