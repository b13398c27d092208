import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, isStamped } from './fingerprint.js'
import { pinnedNode } from './pinned-node.js'
import { root } from './root.js'
import { runStep } from './step.js'

const stamp = '.vite/sources'
const sources = ['web', 'contract', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json']

/** The web app, built into `dist/`. It is built beside it and moved there, so that a failed build leaves the last one in place. */
export const webApp = {
  isDone: () => isStamped(`dist/${stamp}`, fingerprint(sources)),
  async run() {
    const built = fingerprint(sources)
    const target = join(root, '.setup', 'dist')
    await runStep({
      title: 'Building the web app',
      usualSeconds: 10,
      command: [
        pinnedNode(),
        join('node_modules', 'vite', 'bin', 'vite.js'),
        'build',
        '--outDir',
        target,
        '--emptyOutDir',
        '--logLevel',
        'warn',
      ],
      env: { NODE_ENV: 'production', NO_COLOR: '1' },
      ifItFails: 'The web app could not be built: the lines above say why.',
    })
    mkdirSync(join(target, '.vite'), { recursive: true })
    writeFileSync(join(target, stamp), built)
    rmSync(join(root, 'dist'), { recursive: true, force: true })
    renameSync(target, join(root, 'dist'))
  },
}
