import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { picture } from '#testing/pictures.ts'
import { render } from './render.ts'

const folder = await mkdtemp(join(tmpdir(), 'moviebox-pixels-'))
after(() => rm(folder, { recursive: true, force: true }))

test('of a picture nothing stays in memory but its renditions', async () => {
  const [width, height] = [1_280, 800]
  const path = join(folder, 'picture.png')
  await writeFile(path, await picture('png', { width, height }))
  const before = process.memoryUsage().external
  const renditions = await render({ path, widths: [320, width] })
  const kept = process.memoryUsage().external - before
  const told = renditions.reduce((bytes, { content }) => bytes + content.length, 0)
  assert.ok(kept < told + 1_000_000, `${kept} bytes for renditions of ${told}: the pixels were ${width * height * 3}`)
})
