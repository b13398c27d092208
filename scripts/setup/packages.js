import { writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fingerprint, isStamped } from './fingerprint.js'
import { pinnedNode } from './pinned-node.js'
import { root } from './root.js'
import { runStep } from './step.js'

const stamp = 'node_modules/.installed'

/** No package runs code of its own at install time: all of them bring what they need as files. */
const options = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

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
    ifItFails: 'The packages could not be installed. Is the network reachable, and is there space on the disk? Then try again.',
  })
}
