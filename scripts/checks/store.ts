import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { command } from './command.ts'
import { installPackages } from './debian.ts'
import { findProgram } from './programs.ts'

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'python3-swift', 'memcached']
const substitute = { name: '@20minutes/s3rver', version: '5.0.0' }
const folder = join(import.meta.dirname, '..', '..', '.setup', 's3rver')

/** An S3 server of another project: OpenStack Swift with its S3 interface, or `file`, an npm package with a class that runs one. */
export type StoreProgram = { kind: 'swift' } | { kind: 's3rver'; file: string }

/** Returns the installed S3 server; `undefined` if `needStore` would have to install one. */
export function findStore(): StoreProgram | undefined {
  if (findProgram('swift-proxy-server') && findProgram('memcached')) return { kind: 'swift' }
  const file = join(folder, 'node_modules', substitute.name, 'lib', 's3rver.js')
  return existsSync(file) ? { kind: 's3rver', file } : undefined
}

let needed: Promise<StoreProgram> | undefined

/** Finds the S3 server or installs it, once: Swift from Debian's packages, else the npm package into a folder of its own. */
export function needStore(): Promise<StoreProgram> {
  needed ??= findOrInstall()
  return needed
}

async function findOrInstall(): Promise<StoreProgram> {
  const found = findStore()
  if (found) return found
  console.log('No S3 server found. Installing one (about half a minute)…')
  await installPackages(...packages)
  if (!findStore()) await fetchSubstitute()
  const installed = findStore()
  if (installed) return installed
  throw new Error('The tests of the S3 store need an S3 server. Install swift-proxy and its dependencies, then run npm test again.')
}

async function fetchSubstitute() {
  mkdirSync(folder, { recursive: true })
  const words = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const running = process.env.npm_execpath
  const [file, ...before] = running ? [process.execPath, running] : ['npm']
  const { code, output } = await command(file, [...before, ...words, `${substitute.name}@${substitute.version}`])
  if (code !== 0) console.log(output)
}
