import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Image } from '#contract/images.ts'
import { faultyStore } from '#testing/faulty-store.ts'
import { eventually, filesOf, multipartBody, picture } from '#testing/pictures.ts'
import { processes, signIn, stop } from '#testing/process.ts'
import { someStore } from '#testing/store.ts'
import { copiesFolder } from './open-media.ts'

const { folder, start, end } = await processes()
after(end)
const { settings } = await someStore()
const faulty = await faultyStore(settings.MEDIA_URL)
after(() => faulty[Symbol.asyncDispose]())
const env = { ...settings, MEDIA_URL: faulty.url }

async function uploaded(url: string): Promise<Image> {
  const { body, type } = await multipartBody([{ name: 'poster.png', bytes: await picture('png', { width: 200 }) }])
  const headers = { ...(await signIn(url)), 'content-type': type }
  const reply = await fetch(`${url}/api/upload`, { method: 'POST', headers, body: new Uint8Array(body) })
  assert.equal(reply.status, 201, await reply.clone().text())
  const [image] = (await reply.json()) as Image[]
  assert.ok(image)
  return image
}

test('a server as people start it logs what the store did, and no key; killed with half of a picture it has none, and serves it whole after a start', async () => {
  const first = await start(env)
  const { url } = await uploaded(first.url)
  faulty.fail('busy')
  assert.equal((await fetch(first.url + url)).status, 503)
  const told = () => /^.*request failed.*$/m.exec(first.output())?.[0] ?? ''
  await eventually(() => told() !== '')
  assert.match(told(), /GET \/[^ ]*\/200\.webp: SlowDown/)
  for (const secret of [settings.AWS_ACCESS_KEY_ID, settings.AWS_SECRET_ACCESS_KEY, 'Signature'])
    assert.ok(!first.output().includes(secret), secret)

  faulty.fail('stuck')
  const stuck = fetch(first.url + url).catch(() => undefined)
  const copies = copiesFolder(folder)
  await eventually(async () => (await filesOf(copies)).length > 0)
  await stop(first, 'SIGKILL')
  await stuck
  assert.deepEqual(
    (await filesOf(copies)).filter((file) => !file.startsWith('incoming')),
    [],
  )

  faulty.heal()
  const next = await start(env)
  const whole = await fetch(next.url + url)
  assert.equal((await whole.arrayBuffer()).byteLength, Number(whole.headers.get('content-length')))
  assert.ok((await filesOf(copies)).includes(join('media', url.slice('/media/'.length))))
  assert.equal(await stop(next), 0)
})
