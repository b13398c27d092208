import assert from 'node:assert/strict'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { WrongSetting } from '#server/errors.ts'
import { watchStorage } from '#server/startup/storage-metrics.ts'
import { adminPassword, type TestApp, testApp } from '#testing/app.ts'
import { picture, upload } from '#testing/pictures.ts'
import { type Samples, scrape } from '#testing/scrape.ts'
import { Metrics } from './metrics.ts'
import { serveMetrics } from './serve.ts'

let app: TestApp
before(async () => {
  app = await testApp({ metrics: { host: '127.0.0.1', port: 0 } })
})
after(() => app.close())

/** By how much samples have grown while `work` was done. */
async function growth(work: () => Promise<unknown>): Promise<(sample: string) => number> {
  const before = (await scrape(app)).samples
  await work()
  const { samples } = await scrape(app)
  return (sample) => (samples.get(sample) ?? 0) - (before.get(sample) ?? 0)
}

const requests = (method: string, route: string, status: number) =>
  `moviebox_http_requests_total{method="${method}",route="${route}",status="${status}"}`

describe('what is told to Prometheus', () => {
  test('are requests by the pattern of their route and by their status, whether they were kept, made or refused', async () => {
    const { body } = await app.call('POST', '/api/branches', 'staff', {
      name: 'A',
      address: 'B',
      googleMapsUrl: 'https://maps.app.goo.gl/x',
    })
    const id = (body as { _id: string })._id
    let asked = 0
    const grown = await growth(async () => {
      const found = async () => (await scrape(app)).samples.get('moviebox_kept_answers_total{outcome="found"}')
      const before = await found()
      // Each commit on the same PostgreSQL, such as another test's, clears the response cache.
      for (; asked < 3 || (asked < 100 && (await found()) === before); asked++) await app.call('GET', `/api/branches/${id}`)
      await app.call('GET', '/api/branches/11111111-1111-4111-8111-111111111111')
      await app.call('GET', '/no/such/address.html')
    })
    assert.equal(grown(requests('GET', '/api/branches/:id', 200)), asked)
    assert.equal(grown(requests('GET', '/api/branches/:id', 404)), 1)
    assert.equal(grown(requests('GET', 'none', 404)), 1)
    assert.equal(grown('moviebox_http_request_duration_seconds_count{method="GET",route="/api/branches/:id"}'), asked + 1)
    assert.equal(grown('moviebox_http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/api/branches/:id"}'), asked + 1)
    assert.equal(grown('moviebox_refusals_total{code="not_found"}'), 2)
    assert.ok(grown('moviebox_kept_answers_total{outcome="found"}') >= 1)
    assert.ok(grown('moviebox_kept_answers_total{outcome="made"}') >= 1)
  })

  test('are sign-ins: those that went well, those that were wrong, and those that were throttled', async () => {
    const tries = (password: string) => app.call('POST', '/api/login', 'nobody', { username: 'admin', password })
    const grown = await growth(async () => {
      await tries(adminPassword)
      for (let n = 0; n < 7; n++) await tries('wrong-password')
    })
    assert.equal(grown('moviebox_sign_ins_total{outcome="signed in"}'), 1)
    assert.equal(grown('moviebox_sign_ins_total{outcome="wrong credentials"}'), grown('moviebox_refusals_total{code="wrong_credentials"}'))
    assert.ok(grown('moviebox_sign_ins_total{outcome="wrong credentials"}') >= 5)
    assert.ok(grown('moviebox_sign_ins_total{outcome="throttled"}') >= 1)
  })

  test('are the files that were uploaded, each by what became of it', async () => {
    const grown = await growth(() =>
      upload(app, [
        { name: 'one.png', bytes: new Uint8Array(0) },
        { name: 'two.png', bytes: new TextEncoder().encode('no picture') },
      ]),
    )
    assert.equal(grown('moviebox_uploads_total{outcome="stored"}'), 0)
    const bytes = await picture('png')
    const more = await growth(() =>
      upload(app, [
        { name: 'one.png', bytes },
        { name: 'two.png', bytes: bytes.subarray(0, 50) },
      ]),
    )
    assert.equal(more('moviebox_uploads_total{outcome="stored"}'), 1)
    assert.equal(more('moviebox_uploads_total{outcome="unreadable"}'), 1)
    assert.equal((await scrape(app)).samples.get('moviebox_images'), 1)
  })

  test('is what the database takes, and that every connection comes back', async () => {
    const film = { title: 'A', genre: 'B', description: 'C', trailerUrl: 'https://youtu.be/abcdefgh' }
    const ask = async (at: number) => {
      await app.call('POST', '/api/movies', 'staff', film)
      await app.call('GET', `/api/movies?q=a${at}`, 'staff')
    }
    const grown = await growth(() => Promise.all([1, 2, 3, 4, 5].map(ask)))
    assert.ok(grown('moviebox_database_commit_seconds_count') >= 5)
    assert.ok(grown('moviebox_database_statement_seconds_count') >= 5)
    assert.ok(grown('moviebox_database_wait_seconds_count') >= 5)
    assert.equal(grown('moviebox_database_connections{state="used"}'), 0)
    assert.equal(grown('moviebox_database_connections{state="awaited"}'), 0)
  })

  test('is the place on the disk, the event loop, and the memory', async () => {
    const { samples, status, type } = await scrape(app)
    assert.deepEqual([status, type], [200, 'text/plain; version=0.0.4; charset=utf-8'])
    const of = (name: string) => samples.get(name) ?? 0
    assert.ok(of('moviebox_disk_bytes{state="all"}') > of('moviebox_disk_bytes{state="free"}'))
    assert.ok(of('moviebox_database_bytes') > 10_000)
    assert.ok(of('process_resident_memory_bytes') > 10_000_000 && of('process_cpu_seconds_total') > 0)
    assert.ok(of('moviebox_event_loop_seconds_total{state="active"}') > 0)
    assert.ok(of('moviebox_event_loop_delay_seconds{quantile="0.99"}') < 60)
    assert.deepEqual(named(samples, 'moviebox_database_troubled'), { '{trouble="damaged"}': 0, '{trouble="writes fail"}': 0 })
  })
})

test('the time of the last complete backup is that of the newest archive, where there is one', async () => {
  const folder = join(app.dataDir, 'archives')
  await mkdir(folder)
  const metrics = await Metrics.create()
  const backups = { folder, at: '03:30', keep: 7 }
  watchStorage(metrics, app.db, { dataDir: app.dataDir, databaseUrl: app.config.databaseUrl, backups })
  const time = async () => (await scrape({ ...app, metrics })).samples.get('moviebox_backup_time_seconds')
  assert.equal(await time(), undefined)
  for (const [name, at] of [
    ['moviebox-20260102T033000Z.tar', 2_000],
    ['moviebox-20260101T033000Z.tar', 1_000],
    ['another.tar', 3_000],
  ] as const) {
    await writeFile(join(folder, name), '')
    await utimes(join(folder, name), at, at)
  }
  assert.equal(await time(), 2_000)
  assert.equal((await scrape(app)).samples.has('moviebox_backup_time_seconds'), false, 'without BACKUP_DIR there is none')
})

const named = (samples: Samples, name: string) =>
  Object.fromEntries(
    [...samples].filter(([sample]) => sample.startsWith(name)).map(([sample, value]) => [sample.slice(name.length), value]),
  )

test('nothing is counted where nobody watches', async () => {
  const unwatched = await testApp()
  assert.equal(unwatched.metrics, undefined)
  await unwatched.close()
})

test('the port of the metrics answers nothing else', async () => {
  const metrics = await Metrics.create()
  const { port, stop } = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 })
  const status = async (method: string, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status
  assert.deepEqual([await status('GET', '/'), await status('GET', '/api/movies'), await status('POST', '/metrics')], [404, 404, 404])
  assert.equal(await status('HEAD', '/metrics'), 200)
  metrics.gauge('planted', 'Fails.', [], () => Promise.reject(new Error('planted')))
  assert.equal(await status('GET', '/metrics'), 500, 'what fails there harms nobody')
  stop()
})

test('a port that is taken is refused in a sentence that names the settings', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  await assert.rejects(
    serveMetrics(await Metrics.create(), { host: '127.0.0.1', port }),
    (error) => error instanceof WrongSetting && /METRICS_HOST and METRICS_PORT .*EADDRINUSE/.test(error.message),
  )
  other.close()
})
