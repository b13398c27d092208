import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createTarPacker } from 'modern-tar'
import { databaseFile } from '#server/db/data-folder.ts'
import { migrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { localMedia } from '#server/images/local-media.ts'
import { freshDatabase, type TestApp, testApp } from '#testing/app.ts'
import { picture, stored } from '#testing/pictures.ts'
import { UnusableArchive, writeArchive } from './archive.ts'
import { backUp } from './backup.ts'
import { examine } from './examine.ts'
import { restore } from './restore.ts'

let app: TestApp
let folder: string
let archive: string
before(async () => {
  app = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'moviebox-refused-'))
  archive = join(folder, 'a.tar')
  await stored(app, await picture('png'))
  await backUp(archive, app)
})
after(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

describe('an archive is refused with one sentence', () => {
  const given = { product: 'MovieBox', format: 1, madeAt: '', upTo: null, migrations: [], tables: {}, pictures: null, missing: [] }
  const refused = async (path: string, why: RegExp) => {
    await assert.rejects(examine(path), (error: unknown) => error instanceof UnusableArchive && why.test(error.message))
  }
  const write = async (...entries: [name: string, content: object | string][]) => {
    const path = join(folder, 'given.tar')
    await writeArchive(path, async (add) => {
      for (const [name, content] of entries)
        await add({ name, content: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)) })
    })
    return path
  }

  test('where any byte of it was changed', async () => {
    const bytes = await readFile(archive)
    const path = join(folder, 'altered.tar')
    const places = [
      0,
      100,
      700,
      5_000,
      Math.floor(bytes.length / 2),
      bytes.length - 600,
      bytes.length - 90,
      bytes.length - 40,
      bytes.length - 1,
    ]
    for (const place of places) {
      const altered = Buffer.from(bytes)
      altered[place] = (altered[place] ?? 0) ^ 1
      await writeFile(path, altered)
      await refused(path, /damaged|incomplete/)
    }
  })

  test('where it ends too early', async () => {
    const bytes = await readFile(archive)
    const path = join(folder, 'short.tar')
    for (const length of [0, 10, 512, 10_000, bytes.length - 81, bytes.length - 1]) {
      await writeFile(path, bytes.subarray(0, length))
      await refused(path, /incomplete|damaged/)
    }
  })

  test("where it is another product's", async () => {
    await refused(await write(['manifest.json', { product: 'Other', format: 1 }]), /not a MovieBox backup/)
    await refused(await write(['manifest.json', 'x']), /not a MovieBox backup/)
    await refused(await write(), /not a MovieBox backup/)
    await refused(await write(['tables/movies/000001.jsonl', '{}\n']), /not a MovieBox backup/)
  })

  test('where a newer MovieBox wrote it', async () => {
    await refused(await write(['manifest.json', { ...given, format: 2, more: true }]), /newer version of MovieBox/)
    await refused(await write(['manifest.json', { ...given, migrations: ['999-later'] }]), /newer version of MovieBox/)
  })

  test('where a name in it leads out of it, or anywhere else', async () => {
    for (const name of [
      '../evil',
      '/etc/passwd',
      'pictures/../../evil.webp',
      'tables/../x/000001.jsonl',
      'pictures/x.webp',
      'moviebox.sqlite',
    ])
      await refused(await write([name, 'x'], ['manifest.json', given]), /which is not part of a MovieBox backup/)
  })

  test('where something in it is no file', async () => {
    const { readable, controller } = createTarPacker()
    const written = Array.fromAsync(readable)
    await controller.add({ name: 'manifest.json', size: 0, type: 'symlink', linkname: '/etc/passwd' }).getWriter().close()
    controller.finalize()
    const bytes = Buffer.concat(await written)
    const path = join(folder, 'link.tar')
    await writeFile(path, Buffer.concat([bytes, Buffer.from(`\nsealed sha256 ${hash('sha256', bytes)}\n`)]))
    await refused(path, /contains "manifest.json", which is not part of a MovieBox backup/)
  })

  test('where something in it says to be larger than anything in a backup, before any of that is read', async () => {
    const { readable, controller } = createTarPacker()
    controller.add({ name: 'tables/movies/000001.jsonl', size: 1024 ** 3, type: 'file' })
    const header = (await readable.getReader().read()).value ?? new Uint8Array()
    const bytes = Buffer.concat([header, Buffer.alloc(10_000)])
    const path = join(folder, 'bomb.tar')
    await writeFile(path, Buffer.concat([bytes, Buffer.from(`\nsealed sha256 ${hash('sha256', bytes)}\n`)]))
    await refused(path, /too large for a MovieBox backup/)
  })

  test('where it has thousands of files that nothing names', async () => {
    const path = join(folder, 'many.tar')
    await writeArchive(path, async (add) => {
      for (let at = 0; at < 3_000; at++) await add({ name: `pictures/${String(at).padStart(64, '0')}/320.webp`, content: Buffer.alloc(0) })
      await add({ name: 'manifest.json', content: Buffer.from(JSON.stringify(given)) })
    })
    await refused(path, /damaged: 0{64}/)
  })

  test('where a row in it is none, or larger than any, or there are more of them or fewer than it says', async () => {
    const film = { id: 'a', title: 'x' }
    const within = async (line: string, rows = 1) => {
      const tables = { movies: { rows, parts: 1, sha256: hash('sha256', `${line}\n`) } }
      return write(['tables/movies/000001.jsonl', `${line}\n`], ['manifest.json', { ...given, tables }])
    }
    for (const line of ['x', '{"id":', 'null', '7', '', '{"id":{}}', '{"id":true}']) await refused(await within(line), /damaged: .* row/)
    await refused(await within(JSON.stringify({ ...film, title: 'x'.repeat(8 * 1024 * 1024) })), /row that is too large/)
    for (const rows of [0, 2]) await refused(await within(JSON.stringify(film), rows), /damaged: movies/)
    await examine(await within(JSON.stringify(film)))
  })

  test("where its rows can't be those of a chain, and nothing is left of them", async (t) => {
    const stamp = { version: 1, created_at: '', updated_at: '', deleted_at: null }
    const film = { ...stamp, id: 'a', title: 'x', title_sort: 'x', genre: 'x', image: '', description: 'x', trailer_url: 'x' }
    const branch = { ...stamp, id: 'a', name: 'x', name_sort: 'x', address: 'x', google_maps_url: 'x', images: 'none' }
    const migrated = migrations.map(({ name }) => name)
    for (const [table, lines] of [
      ['movies', JSON.stringify({ ...film, title: null })],
      ['movies', `${JSON.stringify(film)}\n${JSON.stringify(film)}`],
      ['branches', JSON.stringify(branch)],
    ] as const) {
      const sha256 = hash('sha256', `${lines}\n`)
      const tables = { [table]: { rows: lines.split('\n').length, parts: 1, sha256 } }
      const path = await write(
        [`tables/${table}/000001.jsonl`, `${lines}\n`],
        ['manifest.json', { ...given, migrations: migrated, tables }],
      )
      const [dataDir, database] = [await mkdtemp(join(folder, 'data-')), await freshDatabase()]
      t.after(database.drop)
      const there = { dataDir, databaseUrl: database.url, media: await localMedia(dataDir) }
      await assert.rejects(restore(path, await examine(path), there), UnusableArchive, lines)
      const db = openDatabase({ url: there.databaseUrl, file: databaseFile(there.dataDir) })
      assert.deepEqual(await db.introspection.getTables(), [], lines)
      await db.destroy()
    }
  })

  test('where the manifest says other than what is there', async () => {
    const sha256 = 'a'.repeat(64)
    const tables = { movies: { rows: 1, parts: 1, sha256 } }
    await refused(await write(['tables/movies/000001.jsonl', '{}\n'], ['manifest.json', { ...given, tables }]), /damaged: movies/)
    await refused(await write(['manifest.json', { ...given, tables }]), /damaged: movies/)
    await refused(await write(['tables/movies/000001.jsonl', '{}\n'], ['manifest.json', given]), /damaged: movies/)
    const pictures = [{ name: `${sha256}/320.webp`, bytes: 1, sha256 }]
    await refused(await write(['manifest.json', { ...given, pictures }]), /damaged: a{64}/)
    await refused(await write([`pictures/${sha256}/320.webp`, 'x'], ['manifest.json', given]), /damaged: a{64}/)
    await refused(await write(['manifest.json', { ...given, upTo: 7 }]), /manifest can't be read/)
  })
})
