import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { freePort } from '#scripts/free-port.js'
import { startFailure } from '#server/startup/start-failure.ts'
import { openDatabase } from './open.ts'
import { waitForDatabase } from './wait-for-database.ts'

/** A server that accepts connections and stays silent. */
const silent = createServer()
let [closed, listening] = [0, 0]
before(async () => {
  closed = await freePort()
  listening = await freePort()
  await new Promise<void>((resolve) => silent.listen(listening, '127.0.0.1', resolve))
})
after(() => silent.close())

/** Returns the sentences told during the wait, the failure after it, and how long it took. */
async function waiting(hosts: string, longest = 700): Promise<{ told: string[]; failure: string | undefined; waited: number }> {
  const db = openDatabase(
    { url: `postgres://anna:swordfish@${hosts}/chain`, file: '' },
    { connection: 300, statement: 300, queryTimeout: 300, idle: 300 },
  )
  const told: string[] = []
  const begin = performance.now()
  try {
    await waitForDatabase(db, (sentence) => told.push(sentence), { longest, between: 50 })
    return assert.fail('nobody is there')
  } catch (error) {
    return { told, failure: startFailure(error), waited: performance.now() - begin }
  } finally {
    await db.destroy()
  }
}

const sentence = ['The database at DATABASE_URL does not respond yet. Waiting up to 1 second…']

describe('a database that is not there', { concurrency: true }, () => {
  test('is waited for, and then named in one sentence', async () => {
    const { told, failure, waited } = await waiting(`127.0.0.1:${closed}`)
    assert.deepEqual(told, sentence)
    assert.equal(failure, "MovieBox can't start: the database at DATABASE_URL does not respond (ECONNREFUSED).")
    assert.ok(waited >= 700 && waited < 3_000, `${waited} ms`)
  })

  test('of several hosts, each is named with what is wrong with it', async () => {
    const { told, failure } = await waiting(`127.0.0.1:${closed},127.0.0.1:${listening}`)
    assert.deepEqual(told, sentence)
    assert.equal(
      failure,
      `MovieBox can't start: no host in DATABASE_URL accepts changes (127.0.0.1:${closed}: ECONNREFUSED, 127.0.0.1:${listening}: timeout expired).`,
    )
  })

  test('is not waited for where its name is known to nobody', async () => {
    const { told, failure } = await waiting('no-such-host.invalid', 60_000)
    assert.deepEqual([told, failure], [[], "MovieBox can't start: DATABASE_URL names an unknown host."])
  })
})
