import { statSync } from 'node:fs'
import { release } from './release.ts'

const { path, hash } = await release(process.argv[2] ?? 'release')
console.log(`${path} (${(statSync(path).size / 1_000_000).toFixed(1)} MB)\nsha256 ${hash}`)
