import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Turns } from './turns.ts'
import { Writer } from './writer.ts'

const insert = (film: string) => [{ sql: 'insert into films values (?)', parameters: [film] }]

/** The turns of a machine with so many cores, on a file with an empty table of films. */
async function turnsOn(cores: number) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'moviebox-turns-'))
  const writer = new Writer(join(folder.path, 'turns.sqlite'))
  const turns = new Turns(writer, cores)
  await turns.perform([{ sql: 'create table films (title text)', parameters: [] }], () => {})
  return {
    turns,
    async [Symbol.asyncDispose]() {
      await writer.close()
      await folder.remove()
    },
  }
}

for (const [cores, expected] of [
  [1, ['the second comes', 'the first is made', 'the second is made']],
  [2, ['the first is made', 'the second comes', 'the second is made']],
] as const)
  test(`changes that come in turns of the event loop one after the other, on a machine with cores: ${cores}`, async () => {
    await using on = await turnsOn(cores)
    const seen: string[] = []
    const first = on.turns.perform(insert('Nosferatu'), () => seen.push('the first is made'))
    await nextTurn()
    seen.push('the second comes')
    await Promise.all([first, on.turns.perform(insert('Häxan'), () => seen.push('the second is made'))])
    assert.deepEqual(seen, expected)
  })

test('the first change on one core waits for no more than 63 others, however many come', async () => {
  await using on = await turnsOn(1)
  let [come, madeAfter] = [0, 0]
  const made = () => {
    madeAfter ||= come
  }
  const all: Promise<void>[] = []
  for (; come < 100; await nextTurn()) {
    come++
    all.push(on.turns.perform(insert(`Film ${come}`), made))
  }
  await Promise.all(all)
  assert.ok(madeAfter > 1 && madeAfter <= 65, `made after ${madeAfter}`)
})
