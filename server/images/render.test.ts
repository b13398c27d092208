import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { Image } from '#contract/images.ts'
import { renditions } from '#contract/pictures.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { blackPng, fileAt, picture, stored } from '#testing/pictures.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const red = { r: 255, g: 0, b: 0 }
const blue = { r: 0, g: 0, b: 255 }

/** The colour of the stored image at a place, each from 0 to 1. */
async function colourAt({ url, width, height }: Image, x: number, y: number) {
  const { data, info } = await sharp(await fileAt(app, url))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * (height - 1)) * width + Math.floor(x * (width - 1))) * info.channels
  const [r = 0, , b = 0] = data.subarray(at, at + 3)
  return r > b ? 'red' : 'blue'
}

/** Red on the left, blue on the right. */
const redAndBlue = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: blue } }, left: width / 2, top: 0 },
  ])

describe('an image', () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
    test(`that came as ${format} is kept as WebP`, async () => {
      const image = await stored(app, await picture(format, { width: 500, height: 250 }))
      assert.deepEqual([image.width, image.height], [500, 250])
      assert.equal((await sharp(await fileAt(app, image.url)).metadata()).format, 'webp')
    })
  }

  for (const [width, kept] of [
    [200, [200]],
    [320, [320]],
    [700, [320, 640, 700]],
    [4000, [320, 640, 1280, 2560]],
  ] as const) {
    test(`${width} pixels wide is kept ${kept.join(', ')} wide, never larger than it was`, async () => {
      const image = await stored(app, await picture('jpeg', { width, height: width / 2 }))
      assert.deepEqual(
        renditions(image.url).map((each) => each.width),
        kept,
      )
      for (const each of renditions(image.url)) {
        const { width, height } = await sharp(await fileAt(app, each.url)).metadata()
        assert.deepEqual([width, height], [each.width, Math.round(each.width / 2)])
      }
      assert.deepEqual([image.width, image.height], [kept.at(-1), Math.round((kept.at(-1) ?? 0) / 2)])
    })
  }

  test('stands upright as its EXIF says, and carries no metadata, so no place either', async () => {
    const photo = redAndBlue(600, 400).withExif({ IFD0: { Artist: 'Anna' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } })
    const bytes = await photo.withMetadata({ orientation: 6, icc: 'p3' }).jpeg().toBuffer()
    assert.ok(bytes.includes('Anna'), 'the photo itself has metadata')
    const image = await stored(app, bytes)
    assert.deepEqual([image.width, image.height], [400, 600])
    assert.deepEqual([await colourAt(image, 0.5, 0.1), await colourAt(image, 0.5, 0.9)], ['red', 'blue'])
    for (const { url } of renditions(image.url)) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(await fileAt(app, url)).metadata()
      assert.deepEqual([exif, icc, xmp, iptc, orientation], [undefined, undefined, undefined, undefined, undefined])
    }
  })

  test('of an animated GIF is its first frame', async () => {
    const frames = Buffer.concat([red, blue].map(({ r, g, b }) => Buffer.alloc(100 * 80 * 3, Buffer.from([r, g, b]))))
    const animation = await sharp(frames, { raw: { width: 100, height: 160, channels: 3, pageHeight: 80 } })
      .gif({ loop: 0, delay: [90, 90] })
      .toBuffer()
    assert.ok(animation.indexOf('NETSCAPE2.0') > 0, 'it is animated')
    const image = await stored(app, animation)
    assert.deepEqual([image.width, image.height, await colourAt(image, 0.5, 0.5)], [100, 80, 'red'])
    assert.equal((await sharp(await fileAt(app, image.url)).metadata()).pages, undefined)
  })

  test('keeps its transparency', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const image = await stored(
      app,
      await sharp({ create: { width: 50, height: 50, channels: 4, background: clear } })
        .png()
        .toBuffer(),
    )
    assert.equal((await sharp(await fileAt(app, image.url)).metadata()).hasAlpha, true)
  })

  test('in grey, of 16 bits a channel, in CMYK, interlaced or progressive is taken too', async () => {
    const base = () => redAndBlue(300, 200)
    const odd = [
      base().greyscale().png(),
      base().toColourspace('rgb16').png(),
      base().toColourspace('cmyk').jpeg(),
      base().png({ progressive: true }),
      base().png({ palette: true }),
      base().jpeg({ progressive: true }),
    ]
    for (const each of odd) assert.equal((await stored(app, await each.toBuffer())).width, 300)
  })

  test('of 16 bits a channel keeps its colours', async () => {
    const image = await stored(app, await redAndBlue(300, 200).toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer())
    assert.deepEqual([await colourAt(image, 0.1, 0.5), await colourAt(image, 0.9, 0.5)], ['red', 'blue'])
  })

  test('with stray bytes that every viewer skips is taken', async () => {
    const bytes = await picture('jpeg')
    const segment = 4 + bytes.readUInt16BE(4)
    await stored(app, Buffer.concat([bytes.subarray(0, segment), Buffer.from([1, 2, 3]), bytes.subarray(segment), Buffer.from('trailing')]))
  })

  test('keeps its detail', async () => {
    // A lively surface: of 255, 4.4 are lost at a quality of 80, and 6.5 at 40.
    const [width, height] = [320, 240]
    const pixels = Buffer.from(
      Array.from({ length: width * height * 3 }, (_, at) => 128 + 60 * Math.sin(at / 7) + 60 * Math.sin(at / 2000)),
    )
    const image = await stored(
      app,
      await sharp(pixels, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer(),
    )
    const kept = await sharp(await fileAt(app, image.url))
      .raw()
      .toBuffer()
    const lost = pixels.reduce((sum, value, at) => sum + Math.abs(value - (kept[at] ?? 0)), 0) / pixels.length
    assert.ok(lost < 5, `${lost}`)
  })

  test('that is wide and one pixel high is taken', async () => {
    assert.deepEqual((({ width, height }) => [width, height])(await stored(app, blackPng(30_000, 1))), [2560, 1])
  })
})
