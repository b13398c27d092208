import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { mostNamed } from '#contract/live.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { Presence } from './presence.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const records = ['movies/1']
const [anna, bert] = ['anna', 'bert'].map((name) => ({ _id: randomUUID(), name, records })) as [Present, Present]
type Present = { _id: string; name: string; records: string[] }

const times = { linger: 150, renew: 300, counts: 900 }
const namesFor = (presence: Presence, who: Present) => presence.others(who)[0]?.names

test('whoever leaves is there for a moment longer: the next stream of the same browser may be about to begin', async () => {
  const here = new Presence(app.db, times)
  const leave = here.enter(anna)
  assert.deepEqual(namesFor(here, bert), ['anna'])
  leave()
  await pause(10)
  assert.deepEqual(namesFor(here, bert), ['anna'])
  await pause(300)
  assert.deepEqual(namesFor(here, bert), [])
})

test('names each person once, in the order of the alphabet, and no more than a message holds', () => {
  const here = new Presence(app.db, times)
  const person = (at: number) => ({ _id: `id ${at}`, name: `person ${String(at).padStart(2, '0')}`, records })
  for (const at of [29, 3, 3, 0, ...Array.from({ length: 30 }, (_, each) => each)]) here.enter(person(at))
  assert.deepEqual(
    namesFor(here, person(1)),
    [0, ...Array.from({ length: mostNamed - 1 }, (_, at) => at + 2)].map((at) => person(at).name),
  )
})

test('takes eight times as long to tell eight times as many people', () => {
  const computed = () => process.threadCpuUsage().user / 1000
  /** Returns the computing time of one look with `count` users who all have a record open, in milliseconds. */
  const lookOf = (count: number) => {
    const here = new Presence(app.db, times)
    const many = Array.from({ length: count }, (_, at) => ({
      _id: `id ${at}`,
      name: `person ${at}`,
      records: ['movies/1', `movies/${at}`],
    }))
    for (const each of many) here.enter(each)
    const begun = computed()
    for (const each of many) here.others(each)
    return computed() - begun
  }
  lookOf(500)
  const few = Math.min(...Array.from({ length: 5 }, () => lookOf(500)))
  const many = Math.min(...Array.from({ length: 5 }, () => lookOf(4_000)))
  // Linear: 8 times. Quadratic: 64 times, which takes seconds. Less than a few milliseconds says nothing.
  assert.ok(many < 30 * Math.max(few, 2), `${few} and ${many} ms`)
})

if (process.env.TEST_DATABASE === 'postgres') {
  describe('of two servers that share a database', () => {
    /** As each does now and then. */
    const exchange = async (...all: Presence[]) => {
      for (const each of all) await each.exchange()
    }

    const annaAndBert = async () => {
      const [here, there] = [new Presence(app.db, times), new Presence(app.db, times)] as const
      here.enter(anna)
      there.enter(bert)
      await exchange(here, there)
      assert.deepEqual(namesFor(there, bert), ['anna'])
      return [here, there] as const
    }

    test('one that says nothing new is heard for as long as it lives, and no longer', async () => {
      const [here, there] = await annaAndBert()
      for (const end = performance.now() + 1_200; performance.now() < end; await pause(50)) await exchange(here, there)
      assert.deepEqual(namesFor(there, bert), ['anna'])
      await pause(1_050)
      await exchange(there)
      assert.deepEqual(namesFor(there, bert), [])
    })

    test('one that ends takes its people along at once', async () => {
      const [here, there] = await annaAndBert()
      await here.leave()
      await exchange(there)
      assert.deepEqual(namesFor(there, bert), [])
    })
  })
}
