import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import type { Booking, ChangeOutcome } from '#contract/bookings.ts'
import { today } from '#contract/dates.ts'
import { readConfig } from '#server/config.ts'
import { openProduct } from '#server/startup/product.ts'
import { createDatabase } from '#testing/app.ts'
import { startPostgres } from '#testing/postgres.ts'
import { most, others, timed } from './beside.ts'
import { heading, row } from './table.ts'

const [count, stepSize] = [5_000, 50]
const password = 'popcorn-and-velvet'

/** Measures changing 5,000 bookings in the screen's steps, every fifth with a promo code: alone, and beside two readers and two writers. */
export async function changeMany(): Promise<void> {
  heading(`${count} bookings changed in steps of ${stepSize}; p99 in ms`, ['', 'in all, s', 'a step', 'who reads', 'who books', 'refused'])
  await onDatabase('SQLite', undefined)
  await using server = await startPostgres()
  await onDatabase('PostgreSQL', await createDatabase(server.url))
}

async function onDatabase(name: string, databaseUrl: string | undefined) {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-many-'))
  const { app, close } = await openProduct({ ...readConfig({}), dataDir, databaseUrl, adminPassword: password, logLevel: 'silent' })
  const signedIn = await app.inject({ method: 'POST', url: '/api/login', payload: { username: 'admin', password } })
  const authorization = `Bearer ${(signedIn.json() as { token: string }).token}`
  const ask = async <Answer>(request: InjectOptions): Promise<Answer> => {
    const answer = await app.inject({ ...request, headers: { authorization } })
    if (answer.statusCode >= 300) throw new Error(`${request.url} was answered with ${answer.statusCode}: ${answer.body}`)
    return answer.json() as Answer
  }
  const place = { name: 'Harbour', address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/harbour', images: [] }
  await ask({ method: 'POST', url: '/api/branches', payload: place })
  await ask({ method: 'POST', url: '/api/promo-codes', payload: { code: 'MATINEE', percentage: 20 } })
  let made = 0
  const book = () => {
    const guest = { branchName: place.name, date: today(), time: '19:30', fullName: `Guest ${++made}`, phoneNumber: `0660 ${made}` }
    return ask<Booking>({ method: 'POST', url: '/api/bookings', payload: { ...guest, promoCode: made % 5 === 0 ? 'MATINEE' : '' } })
  }
  const read = () => ask({ url: `/api/bookings?limit=60&date=${today()}..` })
  let those: Booking[] = []
  for (let at = 0; at < count; at += stepSize) those.push(...(await Promise.all(Array.from({ length: stepSize }, book))))

  async function change(status: number): Promise<[seconds: number, steps: number[]]> {
    const steps: number[] = []
    const begun = performance.now()
    for (let at = 0; at < count; at += stepSize) {
      const changes = those.slice(at, at + stepSize).map(({ _id, version }) => ({ _id, version, status }))
      await timed(steps, () => ask<ChangeOutcome[]>({ method: 'POST', url: '/api/bookings/changes', payload: { changes } }))
    }
    those = those.map((booking) => ({ ...booking, version: booking.version + 1 }))
    return [(performance.now() - begun) / 1000, steps]
  }

  for (const [what, status, people] of [
    ['alone', 1, 0],
    ['canceled beside others', 2, 2],
    ['confirmed beside others', 1, 2],
  ] as const) {
    const [reads, writes]: [number[], number[]] = [[], []]
    const load = others([() => timed(reads, read), () => timed(writes, book)], people)
    const [seconds, steps] = await change(status)
    const refused = await load.stop()
    row(`${name}, ${what}`, seconds.toFixed(1), ...[steps, reads, writes].map(most), refused)
  }
  await close()
  await rm(dataDir, { recursive: true, force: true })
}
