import { endWith, spawnPinned } from './setup/pinned-node.js'
import { prepare } from './setup.js'

try {
  await prepare()
  endWith(spawnPinned(['scripts/checks/main.ts', ...process.argv.slice(2)]))
} catch (error) {
  console.log(`${error.message}\n\n0 passed, 1 failed`)
  process.exitCode = 1
}
