import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Event, readEvents } from './events.ts'

/** The events read from a stream that arrives in these pieces, and the number of signs of life. */
async function read(...pieces: string[]) {
  const events: Event[] = []
  let alive = 0
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  await readEvents(
    body,
    (event) => events.push(event),
    () => {
      alive += 1
    },
  )
  return { events, alive }
}

test('events are read wherever the network cuts them', async () => {
  const { events } = await read('id: 7\nda', 'ta: {"anew":true}\n', '\nid: 8\ndata: {"moved":[]}\n\nid: 9\nda')
  assert.deepEqual(events, [
    { id: 7, message: { anew: true } },
    { id: 8, message: { moved: [] } },
  ])
})

test('what says only that all is true is a sign of life and no event', async () => {
  assert.deepEqual(await read(': true\n\n', ': true\n\n'), { events: [], alive: 2 })
})
