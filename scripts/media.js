import { packages } from './setup/packages.js'
import { endWith, spawnPinned } from './setup/pinned-node.js'
import { setUp } from './setup.js'

await setUp([packages])
endWith(spawnPinned(['server/images/cli.ts', ...process.argv.slice(2)]))
