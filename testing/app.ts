import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { contract } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { usualCost } from '#server/auth/password-hash.ts'
import { startSession } from '#server/auth/sessions.ts'
import { usernameKey, userRecords } from '#server/auth/user-records.ts'
import { type Config, readConfig } from '#server/config.ts'
import { databaseFile } from '#server/db/data-folder.ts'
import { transact } from '#server/db/transaction.ts'
import { refusalsOf } from '#server/docs/refusals.ts'
import { openProduct, type Product } from '#server/startup/product.ts'
import { behindProxy } from './behind-proxy.ts'
import { client } from './client.ts'
import { freshStore } from './store.ts'

export const adminPassword = 'popcorn-and-velvet'

/** The lowest cost that argon2 accepts. */
const cheap = { ...usualCost, memory: 8, passes: 1 }

export type Who = 'nobody' | 'staff' | 'super user'
export type Reply = { status: number; headers: IncomingHttpHeaders; body: never }

/**
 * Returns the real product on a database of its own (SQLite, or PostgreSQL when the test run says so) and a fresh data folder. A super user and a
 * regular user each have a session. Passwords are hashed at a thousandth of the cost, unless `hashCost` says otherwise. When the test run says so,
 * three servers run, and calls go through a proxy to each in turn.
 */
export async function testApp(settings: Partial<Config> = {}, hashCost = cheap) {
  const dataDir = settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'moviebox-test-')))
  const migrated = process.env.TEST_DATABASE_MIGRATED
  const database = await freshDatabase(migrated)
  if (migrated && !database.url && settings.dataDir === undefined) await copyFile(migrated, databaseFile(dataDir))
  const isBehind = process.env.TEST_PROXY === 'haproxy'
  const own = { dataDir, adminPassword, logLevel: 'error', databaseUrl: database.url, ...(isBehind && { trustProxy: 1 }) }
  const config: Config = { ...readConfig({ ...(await freshStore()) }), ...own, ...settings }
  const product = await openProduct(config, () => {}, hashCost)
  const tokens = await sessions(product)
  const proxy = isBehind ? behindProxy(product, config, hashCost) : undefined
  const door = client(product.app, proxy?.port)

  /** Makes a call. Returns its status, headers and parsed body. */
  async function call(
    method: Endpoint['method'],
    url: string,
    as: Who = 'nobody',
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const token = as === 'nobody' ? {} : { authorization: `Bearer ${tokens[as]}` }
    const reply = await door.send(method, url, { ...token, ...headers }, body)
    requireDocumented(method, url, reply.status)
    const isJson = reply.headers['content-type']?.startsWith('application/json') && reply.body !== ''
    return { ...reply, body: (isJson ? JSON.parse(reply.body) : reply.body) as never }
  }

  return {
    ...product,
    config,
    dataDir,
    tokens,
    call,
    async close() {
      door.close()
      await proxy?.close()
      await product.close()
      await database.drop()
      if (settings.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>

const endpoints = Object.values(contract).flatMap((calls) => Object.values<Endpoint>(calls))

/** Throws when the API's documents don't name an error status that a test received. */
function requireDocumented(method: string, url: string, status: number) {
  if (status < 400 || status === 500) return
  const path = url.split('?')[0] ?? ''
  const named = endpoints.filter(
    (endpoint) => endpoint.method === method && new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  )
  const isNamed = named.length === 0 || named.some((endpoint) => refusalsOf(endpoint).includes(status))
  assert.ok(isNamed, `${method} ${path} answers ${status}, which its documents don't name.`)
}

async function sessions({ db }: Product) {
  // The password can't be used: no test signs in as this user, and hashing is slow by design.
  const staff = {
    username: 'staff',
    usernameKey: usernameKey('staff'),
    passwordHash: 'none',
    isSuperUser: 0,
    mustChangePassword: 0,
    lastSignInAt: null,
  }
  return transact(db, undefined, async (trx) => {
    const { id: admin } = await trx.selectFrom('users').select('id').where('isSuperUser', '=', 1).executeTakeFirstOrThrow()
    const { _id: regular } = await userRecords.create(trx, staff, undefined)
    return { 'super user': await startSession(trx, admin), staff: await startSession(trx, regular) }
  })
}

/**
 * Creates an empty database on the test run's server, or a copy of `template` there. `url` is `undefined` for SQLite, whose file is in the data
 * folder.
 */
export async function freshDatabase(template?: string): Promise<{ url: string | undefined; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE === 'postgres' ? process.env.TEST_DATABASE_URL : undefined
  if (process.env.TEST_DATABASE === 'postgres' && !server) throw new Error('TEST_DATABASE_URL is missing.')
  if (!server) return { url: undefined, drop: async () => {} }
  const url = await createDatabase(server, template)
  return { url, drop: () => onServer(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`) }
}

/** Creates an empty database on a PostgreSQL server, or a copy of `template`. Returns its address. */
export async function createDatabase(server: string, template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement on a separate connection. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
