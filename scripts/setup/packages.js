import { writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fingerprint, isStamped } from './fingerprint.js'
import { pinnedNode } from './pinned-node.js'
import { root } from './root.js'
import { runStep } from './step.js'

const stamp = 'node_modules/.installed'

/**
 * The options of npm. No package runs code at install time, because all packages contain the files they need. `engine-strict` would check packages
 * against npm's own Node, but they run on the pinned one.
 */
const options = [
  '--ignore-scripts',
  '--engine-strict=false',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/** The step that installs the lockfile's packages for this platform. */
export const packages = {
  isDone: () => isStamped(stamp, wanted()),
  async run() {
    await install('Installing packages', 40, process.execPath, ['ci', ...options])
    // npm skips a platform package whose `engines` require a newer Node than npm's own. The pinned Node is installed now, and under it npm adds the
    // missing packages.
    if (isOlderThanPackagesAsk()) await install('Installing the other packages', 10, pinnedNode(), ['install', '--no-save', ...options])
    writeFileSync(join(root, stamp), wanted())
  },
}

const wanted = () => `${process.platform}-${process.arch} ${fingerprint(['package-lock.json'])}`

function isOlderThanPackagesAsk() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < 22 || (major === 22 && minor < 22)
}

/** Runs npm under the given Node: the npm that runs this script, else the one in the path. */
function install(title, usualSeconds, node, args) {
  const running = process.env.npm_execpath
  const command = running && basename(running) === 'npm-cli.js' ? [node, running, ...args] : ['npm', ...args]
  return runStep({
    title,
    usualSeconds,
    command,
    env: { PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
    shell: command[0] === 'npm' && process.platform === 'win32',
    ifItFails: explain,
  })
}

/** Returns the advice for an installation that failed with this output. */
export function explain(output) {
  // npm's code for "no allowed version": all versions of the lockfile exist.
  if (/\bETARGET\b/.test(output))
    return 'The packages could not be installed: npm considers a version that MovieBox needs too new. The npm setting "min-release-age" (or "before") of this machine sets the minimum age. Wait, or override the setting for this start: npm_config_min_release_age=0 npm start'
  return 'The packages could not be installed. Check the network connection and the free disk space, then try again.'
}
