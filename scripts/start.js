import { endWith, spawnPinned } from './setup/pinned-node.js'
import { product } from './setup/product.js'
import { setUp } from './setup.js'

await setUp()
endWith(spawnPinned([...product.flags, product.file], product.env))
