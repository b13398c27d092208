import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'
import type { Product } from './product.ts'

/** What the person who started the server reads: where it is, and on the very first start how to sign in. */
export function welcome({ app, firstUser }: Product, { host, dataDir, databaseUrl }: Config): string {
  const { port } = app.server.address() as AddressInfo
  const address = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`
  const lines = [`MovieBox runs at ${address}`, `Data: ${databaseUrl === undefined ? dataDir : `PostgreSQL, files in ${dataDir}`}`]
  if (firstUser)
    lines.push(
      '',
      'Sign in as',
      `  Username: ${firstUser.username}`,
      `  Password: ${firstUser.madeUpPassword ?? 'the one in ADMIN_PASSWORD'}`,
    )
  if (firstUser?.madeUpPassword) lines.push('', 'This password is shown only now: write it down.')
  return framed(lines)
}

function framed(lines: string[]): string {
  const width = Math.max(...lines.map((line) => line.length))
  const rows = lines.map((line) => `│ ${line.padEnd(width)} │`)
  const edge = '─'.repeat(width + 2)
  return ['', `╭${edge}╮`, ...rows, `╰${edge}╯`, ''].join('\n')
}
