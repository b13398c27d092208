import { endWith, spawnPinned } from './setup/pinned-node.js'
import { setUp } from './setup.js'

await setUp()
endWith(spawnPinned(['scripts/release/main.ts', ...process.argv.slice(2)]))
