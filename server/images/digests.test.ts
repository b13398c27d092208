import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { renditions } from '#contract/pictures.ts'
import { newId } from '#server/db/ids.ts'
import type { ImageRow, Transaction } from '#server/db/schema.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { fileAt, picture, spoil, stored, storedFiles } from '#testing/pictures.ts'
import { keepDigests, verifyPictures } from './digests.ts'
import type { Media } from './media.ts'
import { mediaFor } from './open-media.ts'
import { recordImages } from './repository.ts'

let app: TestApp
/** As the command looks at them: where they are, and at no server's copies. */
let inPlace: Media
before(async () => {
  app = await testApp()
  inPlace = await mediaFor(app.config)
})
after(() => app.close())

const rowOf = (id: string) => app.db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('an upload keeps what its files are; those of before are looked at once', async () => {
  const { _id } = await stored(app, await picture('png', { width: 1400 }))
  const { digests } = await rowOf(_id)
  assert.deepEqual(Object.keys(JSON.parse(digests)), ['320', '640', '1280', '1400'])
  await app.db.updateTable('images').set({ digests: '' }).where('id', '=', _id).execute()
  await keepDigests(app.db, app.media, new AbortController().signal)
  assert.equal((await rowOf(_id)).digests, digests)
  assert.deepEqual(await verifyPictures(app.db, inPlace), { files: (await storedFiles(app)).length, findings: [] })
})

test('files that are lost or changed are told of, also of an image in the trash; uploading it again mends it, and it has no new version', async () => {
  const bytes = await picture('png', { width: 700 })
  const { _id, version } = await stored(app, bytes, 'Häxan.png')
  const [narrow = '', wide = ''] = renditions((await rowOf(_id)).url).map(({ url }) => url)
  await spoil(app, narrow, (await fileAt(app, narrow)).subarray(0, -1))
  await spoil(app, wide)
  await app.call('DELETE', `/api/images/${_id}`, 'staff')
  const { findings } = await verifyPictures(app.db, inPlace)
  assert.deepEqual(findings, ['Häxan.png, 320 pixels wide, is damaged', 'Häxan.png, 640 pixels wide, is missing'])
  await stored(app, bytes, 'Häxan.png')
  assert.deepEqual((await verifyPictures(app.db, inPlace)).findings, [])
  assert.equal((await rowOf(_id)).version, version + 2, 'deleted and brought back')
})

test('an image of before, whose files nobody has looked at yet, is sound, and a round that is told to stop looks at none', async () => {
  const { _id } = await stored(app, await picture('png'))
  await app.db.updateTable('images').set({ digests: '' }).where('id', '=', _id).execute()
  assert.deepEqual((await verifyPictures(app.db, inPlace)).findings, [])
  await assert.rejects(keepDigests(app.db, inPlace, AbortSignal.abort(new Error('told to stop'))), /told to stop/)
  assert.equal((await rowOf(_id)).digests, '')
  await keepDigests(app.db, inPlace, new AbortController().signal)
  assert.notEqual((await rowOf(_id)).digests, '')
})

test('an image that is uploaded again while its files are looked at keeps what the upload knows of them', async () => {
  const { _id } = await stored(app, await picture('png'))
  await app.db.updateTable('images').set({ digests: '' }).where('id', '=', _id).execute()
  const uploaded = () => app.db.updateTable('images').set({ digests: '{"400":"of the upload"}' }).where('id', '=', _id).execute()
  const media: Media = { ...inPlace, open: async (name) => uploaded().then(() => inPlace.open(name)) }
  await keepDigests(app.db, media, new AbortController().signal)
  assert.equal((await rowOf(_id)).digests, '{"400":"of the upload"}')
  await app.db.updateTable('images').set({ digests: '' }).where('id', '=', _id).execute()
  await keepDigests(app.db, inPlace, new AbortController().signal)
})

test('all images are looked at, also where they are more than are read from the database at once', async (t) => {
  const { _id } = await stored(app, await picture('png', { width: 100 }))
  // SQLite numbers the rows for its search index, each once.
  const { searchId: _, ...row }: ImageRow & { searchId?: number } = await rowOf(_id)
  const copies = Array.from({ length: 230 }, (_, at) => {
    const hash = at.toString(16).padStart(64, '0')
    return { ...row, id: newId(), hash, url: row.url.replace(row.hash, hash), digests: '' }
  })
  for (let at = 0; at < copies.length; at += 115)
    await app.db
      .insertInto('images')
      .values(copies.slice(at, at + 115))
      .execute()
  const ids = copies.map(({ id }) => id)
  t.after(() => app.db.deleteFrom('images').where('id', 'in', ids).execute())
  const media: Media = { ...inPlace, open: () => inPlace.open(`${row.hash}/100.webp`) }
  await keepDigests(app.db, media, new AbortController().signal)
  const kept = await app.db.selectFrom('images').select('digests').where('id', 'in', ids).execute()
  assert.deepEqual(new Set(kept.map(({ digests }) => digests)), new Set([row.digests]))
  assert.equal((await verifyPictures(app.db, media)).files, 230 + (await storedFiles(app)).length)
})

test('an image whose files another release has made is whole again once it is uploaded, by the files that are there now', async () => {
  const bytes = await picture('png')
  const { _id } = await stored(app, bytes, 'Tabu.png')
  const { digests } = await rowOf(_id)
  const ofOthers = JSON.stringify(Object.fromEntries(Object.keys(JSON.parse(digests)).map((width) => [width, '0'.repeat(64)])))
  await app.db.updateTable('images').set({ digests: ofOthers }).where('id', '=', _id).execute()
  assert.match(String((await verifyPictures(app.db, inPlace)).findings), /^Tabu\.png, \d+ pixels wide, is damaged/)
  await stored(app, bytes, 'Tabu.png')
  assert.deepEqual((await verifyPictures(app.db, inPlace)).findings, [])
})

test('a file that can not be read keeps nobody from the others: each such file is told of, and the digests of the next images are kept', async () => {
  const [one, other] = [await stored(app, await picture('png'), 'One.png'), await stored(app, await picture('png'), 'Other.png')]
  const { digests } = await rowOf(other._id)
  await app.db.updateTable('images').set({ digests: '' }).where('id', 'in', [one._id, other._id]).execute()
  const { hash } = await rowOf(one._id)
  const failing = Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'read' })
  const media: Media = { ...inPlace, open: async (name) => (name.startsWith(hash) ? Promise.reject(failing) : inPlace.open(name)) }
  const told: string[] = []
  await keepDigests(app.db, media, new AbortController().signal, (name) => told.push(name))
  assert.deepEqual([(await rowOf(one._id)).digests, (await rowOf(other._id)).digests], ['', digests])
  assert.deepEqual(
    told.map((name) => name.split('/')[0]),
    renditions((await rowOf(one._id)).url).map(() => hash),
  )
  const { findings } = await verifyPictures(app.db, media)
  assert.ok(
    findings.length > 0 && findings.every((finding) => /^One\.png, \d+ pixels wide, can't be read \(EIO\)$/.test(finding)),
    `${findings}`,
  )
  await keepDigests(app.db, inPlace, new AbortController().signal)
})

test('who sends the same bytes again while their image is looked at takes nothing of that away', async () => {
  const bytes = await picture('png')
  const { _id } = await stored(app, bytes)
  const { digests, id: _, ...columns } = await rowOf(_id)
  const work = (trx: Transaction) => recordImages((change) => change(trx, undefined), [{ ...columns, digests: '' }], undefined)
  await app.db.transaction().execute(work)
  assert.equal((await rowOf(_id)).digests, digests)
})
