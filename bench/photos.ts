import sharp from 'sharp'

/** Returns a JPEG that is as hard to encode as a photo: soft shapes with some grain. `quality` determines its size. */
export async function photo(width: number, height: number, quality = 88): Promise<Buffer> {
  const sizeAt = (scale: number) => ({ width: Math.ceil(width / scale), height: Math.ceil(height / scale) })
  const noise = (sigma: number, scale: number) =>
    sharp({ create: { ...sizeAt(scale), channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma } } })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .png()
      .toBuffer()
  const [shapes, texture, grain] = await Promise.all([noise(70, 120), noise(40, 12), noise(24, 1)])
  return sharp(shapes)
    .composite([
      { input: texture, blend: 'soft-light' },
      { input: grain, blend: 'soft-light' },
    ])
    .jpeg({ quality })
    .toBuffer()
}

const boundary = 'bench-boundary'
const contentType = `multipart/form-data; boundary=${boundary}`

/** Returns the headers and body of a request that uploads the JPEG. A comment with `number` makes each one different (ITU-T T.81, B.2.4.5). */
export function uploadBody(jpeg: Buffer, number: number) {
  const comment = Buffer.from(`\xff\xfe\0\x0a${String(number).padStart(8, '0')}`, 'latin1')
  const before = `--${boundary}\r\ncontent-disposition: form-data; name="images"; filename="${number}.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  const payload = Buffer.concat([
    Buffer.from(before),
    jpeg.subarray(0, 2),
    comment,
    jpeg.subarray(2),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { headers: { 'content-type': contentType }, payload }
}

/** Returns the bytes of that request. */
export function uploadOf(jpeg: Buffer, number: number, authorization: string): Buffer {
  const { payload: body } = uploadBody(jpeg, number)
  const head = [
    'POST /api/upload HTTP/1.1',
    'host: bench',
    `authorization: ${authorization}`,
    `content-type: ${contentType}`,
    `content-length: ${body.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}
