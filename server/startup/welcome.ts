import { type AddressInfo, isIPv6 } from 'node:net'
import type { Config } from '#server/config.ts'
import type { Product } from './product.ts'

/** Returns the message for the operator: the address of the server and, on the very first start, how to sign in. */
export function welcome({ app, firstUser }: Product, { host, dataDir, databaseUrl }: Config): string {
  const { port } = app.server.address() as AddressInfo
  const lines = [
    `MovieBox runs at http://${nameOf(host)}:${port}`,
    `Data: ${databaseUrl === undefined ? dataDir : `PostgreSQL, files in ${dataDir}`}`,
  ]
  if (firstUser) lines.push('', ...howToSignIn(firstUser))
  return framed(lines)
}

function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

export function howToSignIn({ username, madeUpPassword }: NonNullable<Product['firstUser']>): string[] {
  const lines = ['Sign in as', `  Username: ${username}`, `  Password: ${madeUpPassword ?? 'the one in ADMIN_PASSWORD'}`]
  return madeUpPassword === undefined ? lines : [...lines, '', 'Write this password down. MovieBox will not show it again.']
}

export function framed(lines: string[]): string {
  const width = Math.max(...lines.map((line) => line.length))
  const rows = lines.map((line) => `│ ${line.padEnd(width)} │`)
  const edge = '─'.repeat(width + 2)
  return ['', `╭${edge}╮`, ...rows, `╰${edge}╯`, ''].join('\n')
}
