import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Image } from '#contract/images.ts'
import { renditions } from '#contract/pictures.ts'
import { openDatabase } from '#server/db/open.ts'
import { bucketMedia } from '#server/images/bucket-media.ts'
import { safeAge } from '#server/images/sweep.ts'
import { faultyStore } from '#testing/faulty-store.ts'
import { eventually, multipartBody, picture } from '#testing/pictures.ts'
import { signIn, stop } from '#testing/process.ts'
import { startStack } from '#testing/stack.ts'

/** What a server leaves behind that is killed in the middle of something, while three others work. */
const { url: chain, startBeside, startAt, servers, launch, pair, store, end } = await startStack()
const db = openDatabase({ url: pair.url, file: '' })
const media = bucketMedia(store.address)
let headers: Record<string, string>
before(async () => {
  headers = await signIn(chain)
})
after(async () => {
  await db.destroy()
  await end()
})

type Upload = Awaited<ReturnType<typeof multipartBody>>
const someUpload = async () => multipartBody([{ name: 'poster.png', bytes: await picture('png', { width: 700 }) }])

async function send(url: string, { body, type }: Upload): Promise<Image> {
  const reply = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body: new Uint8Array(body),
  })
  assert.equal(reply.status, 201, await reply.clone().text())
  const [image] = (await reply.json()) as Image[]
  assert.ok(image)
  return image
}

const gallery = async () => (await (await fetch(`${chain}/api/images`, { headers })).json()) as Image[]
const stored = async () => (await Array.fromAsync(media.list())).map(({ name }) => name)
const filesOf = ({ url }: Image) => renditions(url).map((each) => each.url.slice('/media/'.length))

/** On whichever server, and as often as there are some. */
async function assertServed(image: Image) {
  for (const { url } of renditions(image.url)) for (const _ of servers) assert.equal((await fetch(chain + url)).status, 200, url)
}

describe('a server that dies', () => {
  test('in the middle of an upload leaves no picture, and the others store the same one', async () => {
    await using faulty = await faultyStore(store.settings.MEDIA_URL)
    const dying = await startBeside({ MEDIA_URL: faulty.url })
    const upload = await someUpload()
    faulty.fail('silent', { method: 'PUT', times: 1 })
    const lost = send(dying.url, upload)
    lost.catch(() => {})
    await eventually(async () => (await stored()).length === 2)
    await stop(dying, 'SIGKILL')
    await assert.rejects(lost)
    assert.deepEqual(await gallery(), [])

    const image = await send(chain, upload)
    assert.deepEqual((await stored()).sort(), filesOf(image).sort())
    await assertServed(image)
    assert.deepEqual(
      (await gallery()).map(({ _id }) => _id),
      [image._id],
    )
  })

  test('in the middle of a sweep keeps nobody from storing pictures, nor the next one from sweeping', async () => {
    const image = await send(chain, await someUpload())
    const [first = '', ...others] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(64)}/320.webp`)
    for (const name of [first, ...others]) await media.put(name, Buffer.from('left by a server that died'))
    // The chain is not from today, or files that are older than its database would be taken for another one's.
    await db.updateTable('migrations').set({ at: '2020-01-01T00:00:00.000Z' }).execute()
    await using faulty = await faultyStore(store.settings.MEDIA_URL, safeAge.media + 60_000)
    faulty.fail('silent', { method: 'DELETE', times: 1 })
    const dying = await startBeside({ MEDIA_URL: faulty.url })
    const removals = () => faulty.asked.filter((each) => each.startsWith('DELETE')).length
    await eventually(() => removals() === 1)
    await stop(dying, 'SIGKILL')

    await assertServed(image)
    await assertServed(await send(chain, await someUpload()))
    const next = await startBeside({ MEDIA_URL: faulty.url })
    await eventually(() => removals() === 1 + others.length, 15_000)
    assert.equal(await stop(next), 0)
    const left = await stored()
    // What the store may still remove waits for some minutes.
    assert.deepEqual([left.includes(first), others.some((name) => left.includes(name))], [true, false])
    await db.updateTable('mediaClaims').set({ until: '2020-01-01T00:00:00.000Z' }).where('purpose', '=', 'remove').execute()
    const last = await startBeside({ MEDIA_URL: faulty.url })
    await eventually(async () => !(await stored()).includes(first))
    await stop(last)
    for (const each of await gallery()) await assertServed(each)
  })

  test('in the middle of a migration leaves nothing of it, and the others work on and are restarted', async () => {
    const program = join(import.meta.dirname, '..', '..', 'testing', 'dying-migration.ts')
    const migrating = () => launch({ DATABASE_URL: pair.url }, { program })
    const halves = () => sql`select name from halves`.execute(db)
    const dying = migrating()
    await eventually(() => dying.output().includes('in the middle'))
    await stop(dying, 'SIGKILL')
    await assert.rejects(halves, { code: '42P01' }, 'nothing half done is visible')
    await send(chain, await someUpload())
    const [server] = servers
    assert.ok(server)
    assert.equal(await stop(server), 0)
    servers[0] = await startAt(0)
    await send(chain, await someUpload())
    const next = migrating()
    assert.equal(await next.ended, 0, next.output())
    assert.equal((await halves()).rows.length, 2)
    await send(chain, await someUpload())
  })
})
