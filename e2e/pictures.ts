import sharp from 'sharp'
import type { Image } from '#contract/images.ts'
import type { Api } from './api.ts'

/** Puts a picture of one colour into the gallery for each of these colours, and gives them in that order; each is called after its colour. */
export async function uploadPictures(api: Api, colours: string[]): Promise<Image[]> {
  const body = new FormData()
  for (const { name, mimeType, buffer } of await Promise.all(colours.map(pictureFile)))
    body.append('images', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const reply = await api.fetch('/api/upload', { method: 'POST', body })
  if (!reply.ok) throw new Error(await reply.text())
  return reply.json()
}

/** The same picture as a file that somebody picks. */
export async function pictureFile(colour: string) {
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: colour } })
    .png()
    .toBuffer()
  return { name: `${colour}.png`, mimeType: 'image/png', buffer }
}
