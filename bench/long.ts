import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import type { Booking } from '#contract/bookings.ts'
import { daysAfter, today } from '#contract/dates.ts'
import { readConfig } from '#server/config.ts'
import { openProduct } from '#server/startup/product.ts'
import { createDatabase } from '#testing/app.ts'
import { startPostgres } from '#testing/postgres.ts'
import { heading, row } from './table.ts'

const [coming, codes, portion] = [10_000, 1_000, 50]
const password = 'popcorn-and-velvet'

/** Measures the longest wait of another writer while one request changes thousands of records. */
export async function measureLongChanges(): Promise<void> {
  heading('Beside one long change, in ms', ['', 'its answer', 'another write takes at most', 'all is done after'])
  await onDatabase('SQLite', undefined)
  await using server = await startPostgres()
  await onDatabase('PostgreSQL', await createDatabase(server.url))
}

async function onDatabase(name: string, databaseUrl: string | undefined) {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-long-'))
  const { app, close } = await openProduct({ ...readConfig({}), dataDir, databaseUrl, adminPassword: password, logLevel: 'silent' })
  const signedIn = await app.inject({ method: 'POST', url: '/api/login', payload: { username: 'admin', password } })
  const authorization = `Bearer ${(signedIn.json() as { token: string }).token}`
  const ask = async <Answer>(request: InjectOptions): Promise<Answer> => {
    const answer = await app.inject({ ...request, headers: { authorization } })
    if (answer.statusCode >= 300) throw new Error(`${request.url} was answered with ${answer.statusCode}: ${answer.body}`)
    return answer.json() as Answer
  }
  const place = { name: 'Harbour', address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/harbour', images: [] }
  const branch = await ask<{ _id: string }>({ method: 'POST', url: '/api/branches', payload: place })
  await ask({ method: 'POST', url: '/api/branches', payload: { ...place, name: 'Meadow' } })
  let made = 0
  const book = (branchName: string) => {
    const guest = { branchName, date: daysAfter(today(), 7), time: '19:30', fullName: `Guest ${++made}`, phoneNumber: `0660 ${made}` }
    return ask<Booking>({ method: 'POST', url: '/api/bookings', payload: guest })
  }
  for (let at = 0; at < coming; at += portion) await Promise.all(Array.from({ length: portion }, () => book('Harbour')))
  const renamed = { ...place, name: 'Harbour Quay', renameBookings: true }
  const terms = { percentage: 20, weekdays: [], branches: [], firstDay: today(), lastDay: '' }
  const bearing = async () => (await ask<Booking[]>({ url: '/api/bookings?branchName=Harbour&limit=1' })).length > 0
  const nothing = async () => false
  for (const [what, request, isUnderWay] of [
    [`${coming} coming bookings renamed`, { method: 'PUT', url: `/api/branches/${branch._id}`, payload: renamed }, bearing],
    [
      `${codes} codes made`,
      { method: 'POST', url: '/api/promo-codes/campaigns', payload: { ...terms, prefix: 'LONG', count: codes } },
      nothing,
    ],
  ] as const) {
    let [answered, most] = [0, 0]
    const begun = performance.now()
    const change = ask(request).then(() => {
      answered = performance.now() - begun
    })
    while (answered === 0 || (await isUnderWay())) {
      const from = performance.now()
      await book('Meadow')
      most = Math.max(most, performance.now() - from)
    }
    await change
    row(`${name}, ${what}`, ...[answered, most, performance.now() - begun].map((time) => time.toFixed(0)))
  }
  await close()
  await rm(dataDir, { recursive: true, force: true })
}
