import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { type TestApp, testApp } from '#testing/app.ts'
import { fileAt, stored, upload } from '#testing/pictures.ts'
import { pngChunk, pngHeadLength } from './png.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const sample = (name: string) => readFile(join(import.meta.dirname, '../../testing/images', name))
const noteOf = async (bytes: Uint8Array) => ((await upload(app, [{ name: 'a', bytes }])).body[0] as { note?: string }).note

/** The channels of a pixel of the stored image. */
async function pixelOf(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const { url } = await stored(app, bytes)
  const place = sharp(await fileAt(app, url)).extract({ left, top, width: 1, height: 1 })
  return [...(await place.removeAlpha().raw().toBuffer())]
}

const near = (actual: number[], wanted: number[], what = '') =>
  actual.forEach((value, at) => {
    assert.ok(Math.abs(value - (wanted[at] ?? 0)) <= 4, `${what} ${actual} is not near ${wanted}`)
  })

/** How much two pictures differ on average, of 255. */
async function differenceOf(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((each) => sharp(each, { failOn: 'none' }).removeAlpha().raw().toBuffer()))
  return (a ?? Buffer.alloc(0)).reduce((sum, value, at) => sum + Math.abs(value - (b?.[at] ?? 0)), 0) / (a?.length ?? 1)
}

describe('files from the field', () => {
  for (const name of ['no-eoi.jpg', 'progressive-no-eoi.jpg']) {
    test(`${name} is stored: only its end mark is missing`, async () => {
      const bytes = await sample(name)
      assert.ok(!bytes.includes(Buffer.from([0xff, 0xd9])), 'it has no end mark')
      const image = await stored(app, bytes)
      assert.deepEqual([image.width, image.height], [600, 400])
      assert.ok((await differenceOf(await fileAt(app, image.url), await sample('base.png'))) < 6)
    })
  }

  test('a JPEG that was cut at 90 % is refused, with an end mark too', async () => {
    const cut = await sample('cut-90-is-rightly-refused.jpg')
    assert.equal((await upload(app, [{ name: 'a.jpg', bytes: cut }])).body.code, 'unreadable')
  })

  for (const progressive of [false, true])
    test(`no cut of a ${progressive ? 'progressive' : 'baseline'} JPEG is taken for a whole one`, async () => {
      const whole = await sharp(await sample('base.png'))
        .jpeg({ progressive })
        .toBuffer()
      const scans = [...whole.toString('latin1').matchAll(/\xff\xda/g)].map(({ index }) => index)
      assert.equal(scans.length > 1, progressive)
      // Where a scan begins, and short before the end of the last one.
      for (const at of [...scans, whole.length - 6, Math.floor(whole.length * 0.9)])
        assert.equal((await upload(app, [{ name: 'a.jpg', bytes: whole.subarray(0, at) }])).body.code, 'unreadable', `cut at ${at}`)
      await stored(app, whole.subarray(0, -2))
      await stored(app, whole.subarray(0, -1))
    })

  test('a PNG in linear light has the middle grey that browsers show', async () => {
    near(await pixelOf(await sample('gama-linear.png'), 500, 300), [188, 188, 188])
    near(await pixelOf(await sample('base.png'), 500, 300), [128, 128, 128], 'without gAMA')
  })

  describe('the gamma of a PNG', () => {
    const grey = (depth: 8 | 16, alpha?: number) => {
      const background = { r: 128, g: 128, b: 128, alpha: alpha ?? 1 }
      const made = sharp({ create: { width: 20, height: 20, channels: alpha === undefined ? 3 : 4, background } })
      return (depth === 16 ? made.toColourspace('rgb16') : made).png().toBuffer()
    }
    const gamma = (value: number) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return pngChunk('gAMA', bytes)
    }
    const with_ = (png: Buffer, ...chunks: Buffer[]) =>
      Buffer.concat([png.subarray(0, pngHeadLength), ...chunks, png.subarray(pngHeadLength)])

    test('is applied to 16 bits a channel, and not to transparency', async () => {
      near(await pixelOf(with_(await grey(16), gamma(100_000)), 5, 5), [188, 188, 188])
      const { url } = await stored(app, with_(await grey(8, 0.5), gamma(100_000)))
      near(
        [
          ...(await sharp(await fileAt(app, url))
            .raw()
            .toBuffer()),
        ].slice(0, 4),
        [188, 188, 188, 128],
      )
    })

    test('changes nothing where it is that of sRGB, or where a profile stands beside it', async () => {
      near(await pixelOf(with_(await grey(8), gamma(45_455)), 5, 5), [128, 128, 128])
      near(await pixelOf(with_(await grey(8), gamma(100_000), pngChunk('sRGB', Buffer.from([0]))), 5, 5), [128, 128, 128])
      near(await pixelOf(with_(await grey(8), gamma(0)), 5, 5), [128, 128, 128])
    })
  })

  test('an animated AVIF is stored as its first picture, and the outcome says so', async () => {
    const image = await stored(app, await sample('seq.avif'))
    assert.deepEqual([image.width, image.height], [600, 400])
    assert.match((await noteOf(await sample('seq.avif'))) ?? '', /first frame/)
  })

  describe('an animation', () => {
    const frame = (r: number, g: number, b: number, marked = false) => {
      const pixels = Buffer.alloc(60 * 40 * 3, Buffer.from([r, g, b]))
      if (marked) pixels.fill(255, 0, 900)
      return pixels
    }
    const animation = (format: 'gif' | 'webp', ...frames: Buffer[]) =>
      sharp(Buffer.concat(frames), { raw: { width: 60, height: 40 * frames.length, channels: 3, pageHeight: 40 } })
        .toFormat(format, { loop: 0, delay: frames.map(() => 90), ...(format === 'webp' && { lossless: true }) })
        .toBuffer()

    for (const format of ['gif', 'webp'] as const)
      test(`as ${format} is its first frame that is not blank, and the outcome says so`, async () => {
        const bytes = await animation(format, frame(0, 0, 0), frame(255, 255, 255), frame(200, 0, 0, true), frame(0, 0, 200, true))
        near(await pixelOf(bytes, 30, 30), [200, 0, 0])
        assert.match((await noteOf(bytes)) ?? '', /first frame/)
      })

    test('that begins with a frame that is transparent, whatever colours it hides, is the next one', async () => {
      const hidden = Buffer.alloc(60 * 40 * 4, Buffer.from([255, 0, 0, 0, 0, 0, 255, 0]))
      const seen = Buffer.alloc(60 * 40 * 4, Buffer.from([0, 200, 0, 255]))
      seen.fill(255, 0, 900)
      const raw = { width: 60, height: 80, channels: 4, pageHeight: 40 } as const
      const bytes = await sharp(Buffer.concat([hidden, seen]), { raw })
        .webp({ loop: 0, delay: [90, 90], lossless: true, exact: true })
        .toBuffer()
      const colours = (await sharp(bytes, { page: 0 }).stats()).channels.map(({ min, max }) => max - min)
      assert.deepEqual(colours, [255, 0, 255, 0], 'it hides two colours')
      near(await pixelOf(bytes, 30, 30), [0, 200, 0])
    })

    test('of blank frames alone is the first of them', async () => {
      near(await pixelOf(await animation('gif', frame(0, 0, 200), frame(200, 0, 0)), 30, 30), [0, 0, 200])
    })

    test('from the field says so too; what does not move says nothing', async () => {
      assert.match((await noteOf(await sample('anim.gif'))) ?? '', /first frame/)
      for (const name of ['base.png', 'no-eoi.jpg', 'ten-bits.heic']) assert.equal(await noteOf(await sample(name)), undefined, name)
    })

    test('as PNG says so too', async () => {
      const base = await sample('base.png')
      const control = pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
      const moving = Buffer.concat([base.subarray(0, pngHeadLength), control, base.subarray(pngHeadLength)])
      assert.match((await noteOf(moving)) ?? '', /first frame/)
    })
  })

  test('an iPhone photo is stored with its colours', async () => {
    const image = await stored(app, await sample('iphone.heic'), 'IMG_0001.HEIC')
    assert.deepEqual([image.name, image.width, image.height], ['IMG_0001.HEIC', 600, 400])
    assert.ok((await differenceOf(await fileAt(app, image.url), await sample('base.png'))) < 8)
    const deep = await stored(app, await sample('ten-bits.heic'))
    assert.ok((await differenceOf(await fileAt(app, deep.url), await sample('base.png'))) < 8, 'ten bits a channel')
    // Red of Display P3 lies outside of sRGB, and another profile would give another colour.
    near(await pixelOf(await sample('display-p3.heic'), 30, 20), [255, 0, 0], 'Display P3')
  })

  test('a damaged iPhone photo is refused', async () => {
    const bytes = await sample('iphone.heic')
    for (const share of [0.2, 0.6, 0.99])
      assert.equal((await upload(app, [{ name: 'a.heic', bytes: bytes.subarray(0, bytes.length * share) }])).body.code, 'unreadable')
  })

  test('a JPEG with the name of an iPhone photo is stored', async () => {
    assert.equal((await stored(app, await sample('jpeg-named.HEIC'), 'jpeg-named.HEIC')).width, 60)
  })
})
