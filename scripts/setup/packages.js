import { writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fingerprint, isStamped } from './fingerprint.js'
import { pinnedNode } from './pinned-node.js'
import { root } from './root.js'
import { runStep } from './step.js'

const stamp = 'node_modules/.installed'

/**
 * No package runs code of its own at install time: all of them bring what they need as files. `engine-strict` would measure the packages by the Node
 * that npm runs on, and it is the pinned one that they run on.
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

/** The packages of the lockfile, for this platform. */
export const packages = {
  isDone: () => isStamped(stamp, wanted()),
  async run() {
    await install('Installing packages', 40, process.execPath, ['ci', ...options])
    // npm leaves out the platform's part of a package whose `engines` name a newer Node than the one that npm runs on.
    // The pinned Node is there now, and on it npm adds what is missing.
    if (isOlderThanPackagesAsk()) await install('Installing the rest', 10, pinnedNode(), ['install', '--no-save', ...options])
    writeFileSync(join(root, stamp), wanted())
  },
}

const wanted = () => `${process.platform}-${process.arch} ${fingerprint(['package-lock.json'])}`

function isOlderThanPackagesAsk() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < 22 || (major === 22 && minor < 22)
}

/** Runs npm on the given Node: the npm that runs this script, else the one in the path. */
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

/** What to do about an installation that failed with this output. */
export function explain(output) {
  // npm's code for "no version that may be taken": all versions of the lockfile exist.
  if (/\bETARGET\b/.test(output))
    return 'The packages could not be installed: npm may not take a version that MovieBox needs. The npm setting "min-release-age" (or "before") of this machine keeps back what is newer than it allows. Wait until it is old enough, or allow it here: npm_config_min_release_age=0 npm start'
  return 'The packages could not be installed. Is the network reachable, and is there space on the disk? Then try again.'
}
