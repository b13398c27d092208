import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { uploadLimits } from '#contract/images.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { blackPng, picture, type Sample, stored, storedFiles, upload } from '#testing/pictures.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())
afterEach(async () => {
  assert.deepEqual(
    (await storedFiles(app)).filter((file) => file.startsWith('incoming')),
    [],
    'nothing is left of what was on its way',
  )
})

const gallerySize = async () => (await app.call('GET', '/api/images')).headers['x-total-count']
const text = (content: string) => Buffer.from(content)

const refused: [what: string, make: () => Promise<Uint8Array> | Uint8Array, code: string, error: RegExp][] = [
  [
    'an SVG',
    () => text('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'unsupported_type',
    /an SVG drawing/,
  ],
  ['a web page', () => text('<!doctype html><script>alert(1)</script>'), 'unsupported_type', /a web page/],
  ['a PDF', () => text('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), 'unsupported_type', /a PDF/],
  ['the beginning of a HEIC photo', () => text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'unreadable', /damaged or incomplete/],
  ['a film', () => text('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), 'unsupported_type', /a video/],
  ['plain text', () => text('just words'), 'unsupported_type', /isn't an image/],
  ['an image with a page before it', async () => Buffer.concat([text('<html>'), await picture('png')]), 'unsupported_type', /a web page/],
  ['16,000 x 16,000 pixels', () => blackPng(16_000, 16_000), 'too_many_pixels', /256 megapixels.*The limit is 40/],
  ['one pixel more than 40 megapixels', () => blackPng(754_717, 53), 'too_many_pixels', /41 megapixels.*The limit is 40/],
  ['a JPEG of 65 megapixels', () => picture('jpeg', { width: 10_000, height: 6_500 }), 'too_many_pixels', /65 megapixels.*The limit is 64/],
  ['too tall a strip', () => blackPng(1, 100_000), 'too_tall', /too narrow/],
  ['a file of 20 MB and a byte', () => Buffer.alloc(uploadLimits.bytesPerFile + 1, 'x'), 'too_large', /larger than 20 MB/],
  ['a file of 21 MB', () => Buffer.alloc(21 * 1024 * 1024, 'x'), 'too_large', /larger than 20 MB/],
  ['an empty file', () => text(''), 'empty', /empty/],
  ['a webp that lacks its last two bytes', async () => (await picture('webp')).subarray(0, -2), 'unreadable', /damaged or incomplete/],
  ['nothing but a signature', () => text('\xff\xd8\xff'), 'unsupported_type', /isn't an image/],
  ...(['jpeg', 'png', 'webp', 'avif', 'gif'] as const).map((format): (typeof refused)[number] => [
    `a truncated ${format}`,
    async () => half(await picture(format)),
    'unreadable',
    /damaged or incomplete/,
  ]),
]
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)

describe('refuses', () => {
  for (const [what, make, code, error] of refused) {
    test(`${what}, called .png, with a reason, and stores the good file beside it`, async () => {
      const bad = { name: 'poster.png', bytes: await make() }
      const alone = await upload(app, [bad])
      assert.equal(alone.status, 422)
      assert.equal(alone.body.code, code)
      assert.match(alone.body.error, error)
      assert.deepEqual(alone.body.files, [{ name: 'poster.png', error: alone.body.error, code }])

      const mixed = await upload(app, [bad, { name: 'good.png', bytes: await picture('png') }])
      assert.equal(mixed.status, 201)
      assert.equal(mixed.body[0]?.code, code)
      assert.equal(mixed.body[1]?.name, 'good.png')
      assert.ok(mixed.body[1]?._id)
    })
  }

  test('file 51 and what follows, and stores fifty; an input without a file is none of them', async () => {
    const files: Sample[] = []
    for (let i = 1; i <= 52; i++) files.push({ name: `${i}.png`, bytes: await picture('png', { width: 20, height: 20 }) })
    const { status, body } = await upload(app, [{ name: '', bytes: text('') }, ...files])
    assert.equal(status, 201)
    assert.deepEqual(
      body.map(({ name, code }) => [name, code]),
      files.map(({ name }, i) => [name, i < 50 ? undefined : 'too_many_files']),
    )
  })

  test('files in another field', async () => {
    const { status, body } = await upload(app, [{ name: 'a.png', bytes: await picture('png'), field: 'avatar' }])
    assert.deepEqual([status, body.code], [422, 'wrong_field'])
  })

  test('a form without any file', async () => {
    for (const files of [[], [{ name: '', bytes: text('') }]]) {
      const { status, body } = await upload(app, files)
      assert.deepEqual([status, body.error], [422, 'Choose at least one image.'])
    }
  })

  test('what is no multipart form', async () => {
    for (const [type, payload] of [
      ['application/json', '{}'],
      ['image/png', 'x'],
      ['text/plain', 'x'],
      ['multipart/mixed; boundary=x', 'x'],
      [undefined, undefined],
    ]) {
      const headers: Record<string, string> = type ? { 'content-type': type } : {}
      const { status, body } = await app.call('POST', '/api/upload', 'staff', payload, headers)
      assert.equal(status, 415, type ?? 'no type')
      assert.match((body as { error: string }).error, /multipart\/form-data/)
    }
  })

  test('the files of somebody who is not signed in', async () => {
    const before = await gallerySize()
    assert.equal((await upload(app, [{ name: 'a.png', bytes: await picture('png') }], 'nobody')).status, 401)
    assert.equal(await gallerySize(), before)
  })
})

describe('stores', () => {
  test('seven of ten files of which three are bad, with each outcome in its place', async () => {
    const bad = [text('%PDF-1.4'), text(''), half(await picture('jpeg'))]
    const files: Sample[] = []
    for (let i = 0; i < 10; i++) files.push({ name: `${i}.png`, bytes: (i % 3 === 2 && bad[(i - 2) / 3]) || (await picture('png')) })
    const { status, body } = await upload(app, files)
    assert.equal(status, 201)
    assert.deepEqual(
      body.map(({ code }) => code),
      files.map((_, i) => (i % 3 === 2 ? ['unsupported_type', 'empty', 'unreadable'][(i - 2) / 3] : undefined)),
    )
    const list: { body: { name: string }[] } = await app.call('GET', '/api/images?limit=7')
    assert.deepEqual(
      list.body.map(({ name }) => name),
      ['9.png', '7.png', '6.png', '4.png', '3.png', '1.png', '0.png'],
    )
  })

  test('40 megapixels', async () => {
    await stored(app, blackPng(800_000, 50))
  })

  for (const progressive of [false, true])
    test(`a ${progressive ? 'progressive' : 'baseline'} JPEG of a camera of 64 megapixels`, async () => {
      const camera = { width: 9_248, height: 6_936, channels: 3, background: '#456' } as const
      assert.equal((await stored(app, await sharp({ create: camera }).jpeg({ progressive }).toBuffer())).width, 2_560)
    })

  test('a file of nearly 20 MB', async () => {
    const image = await picture('jpeg')
    await stored(app, Buffer.concat([image, Buffer.alloc(uploadLimits.bytesPerFile - image.length)]))
  })

  for (const [given, shown] of [
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\Users\\anna\\плакат.png', 'плакат.png'],
    ['na\u202Eme\u0007.png', 'name.png'],
    ['Der %22Golem%22%0D%0A.png', 'Der "Golem" .png'],
    ['می‌خواهم 👩‍🚀.png', 'می‌خواهم 👩‍🚀.png'],
    ['क्‍ष\u00a0 a\u0308.png', 'क्‍ष ä.png'],
    ['..', 'image'],
    ['x'.repeat(300), 'x'.repeat(200)],
    [`${'x'.repeat(199)}🎬`, 'x'.repeat(199)],
  ] as const) {
    test(`${JSON.stringify(given).slice(0, 40)} under the name ${shown.slice(0, 20)}`, async () => {
      assert.equal((await stored(app, await picture('png'), given)).name, shown)
    })
  }
})
