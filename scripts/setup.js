import { server, webApp } from './setup/built.js'
import { exclusively } from './setup/lock.js'
import './setup/output.js'
import { packages } from './setup/packages.js'

const oldestNode = 18

/**
 * Prepares the checkout: installs the packages, builds the web app and the server. Steps that are up to date are skipped. Throws an error with a
 * message for the user.
 */
export async function prepare(steps = [packages, webApp, server]) {
  checkNode()
  if (steps.every((step) => step.isDone())) return
  await exclusively(async () => {
    for (const step of steps) if (!step.isDone()) await step.run()
  })
}

/** Like `prepare`, but prints an error and ends the process. */
export async function setUp(steps) {
  try {
    await prepare(steps)
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}

function checkNode() {
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return
  throw new Error(`MovieBox needs Node ${oldestNode} or newer, but this is ${process.version}. Install a newer version and try again.`)
}
