import { server, webApp } from './setup/built.js'
import { exclusively } from './setup/lock.js'
import './setup/output.js'
import { packages } from './setup/packages.js'

const oldestNode = 18

/**
 * Makes the checkout ready: packages installed, web app and server built. What is up to date already is left alone.
 * Throws where that doesn't succeed, with a message for the person who waits.
 */
export async function prepare(steps = [packages, webApp, server]) {
  checkNode()
  if (steps.every((step) => step.isDone())) return
  await exclusively(async () => {
    for (const step of steps) if (!step.isDone()) await step.run()
  })
}

/** The same; where it doesn't succeed, it says so and ends the process. */
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
  throw new Error(
    `MovieBox needs Node ${oldestNode} or newer to set itself up, and this is ${process.version}: install a newer one and try again.`,
  )
}
