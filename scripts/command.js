import { commands } from './setup/commands.js'
import { packages } from './setup/packages.js'
import { endWith, spawnPinned } from './setup/pinned-node.js'
import { setUp } from './setup.js'

const [name, ...words] = process.argv.slice(2)

await setUp([packages])
endWith(spawnPinned([...commands[name], ...words]))
