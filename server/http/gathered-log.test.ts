import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { gathered } from './gathered-log.ts'

test('lines of the log come in their order and as they were, together, however long they are and whatever is in them', async () => {
  const stream = new PassThrough()
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const log = gathered(stream)
  const lines = [
    'short\n',
    `${'ü☎🎬'.repeat(3_000)}\n`,
    'short again\n',
    `${'x'.repeat(200_000)}\n`,
    ...Array.from({ length: 3_000 }, (_, i) => `${i} 映画\n`),
  ]
  for (const line of lines) log.write(line)
  await pause(50)
  assert.equal(Buffer.concat(chunks).toString(), lines.join(''))
  assert.ok(chunks.length < 10, `${chunks.length} writes`)
  log.write('later\n')
  await pause(50)
  assert.equal(chunks.at(-1)?.toString(), 'later\n')
})
