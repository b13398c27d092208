import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprint, isStamped } from './fingerprint.js'
import { pinnedNode } from './pinned-node.js'
import { root } from './root.js'
import { runStep } from './step.js'

const ofBoth = ['contract', 'tsconfig.json', 'package.json', 'package-lock.json']

/** The step that builds the web app into `dist/`. */
export const webApp = built({
  title: 'Building the web app',
  usualSeconds: 10,
  sources: ['web', 'vite.config.ts', 'scripts/build', ...ofBoth],
  config: 'vite.config.ts',
  appRoot: 'web',
  folder: 'dist',
  ifItFails: 'The web app could not be built. See the messages above.',
})

/** The step that builds the server as one file into `.setup/server/` (`product.js` says how it runs). */
export const server = built({
  title: 'Building the server',
  usualSeconds: 2,
  sources: ['server', 'vite.server.config.ts', ...ofBoth],
  folder: '.setup/server',
  config: 'vite.server.config.ts',
  ifItFails: 'The server could not be built. See the messages above.',
})

/** Returns a step that builds a folder with Vite. The result is built elsewhere and then moved, so a failed build keeps the previous one. */
function built({ title, usualSeconds, sources, folder, config, appRoot = '', ifItFails }) {
  const stamp = '.vite/sources'
  return {
    isDone: () => isStamped(`${folder}/${stamp}`, fingerprint(sources)),
    async run() {
      const made = fingerprint(sources)
      const target = join(root, '.setup', 'building')
      await throughReadablePath(async (checkout) => {
        const out = ['--outDir', join(checkout, '.setup', 'building'), '--emptyOutDir', '--logLevel', 'warn']
        const how = ['--config', join(checkout, config), ...(checkout === root ? [] : ['--configLoader', 'native'])]
        await runStep({
          title,
          usualSeconds,
          command: [
            pinnedNode(),
            ...(checkout === root ? [] : ['--preserve-symlinks', '--preserve-symlinks-main']),
            ...[join(checkout, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', join(checkout, appRoot), ...out, ...how],
          ],
          env: { NODE_ENV: 'production', NO_COLOR: '1', ...(checkout !== root && { BUILT_THROUGH_LINK: '1' }) },
          ifItFails,
        })
      })
      mkdirSync(join(target, '.vite'), { recursive: true })
      writeFileSync(join(target, stamp), made)
      rmSync(join(root, folder), { recursive: true, force: true })
      renameSync(target, join(root, folder))
    },
  }
}

/** Calls `work` with the checkout's folder, or with a link to it when the path contains "#" or "?", which Vite treats as parts of an address. */
async function throughReadablePath(work) {
  if (!/[#?]/.test(root)) return work(root)
  const folder = mkdtempSync(join(tmpdir(), 'moviebox-build-'))
  const link = join(folder, 'checkout')
  try {
    symlinkSync(root, link, 'junction')
    return await work(link)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
