import { branches } from './branches.ts'
import { menuPictures } from './drawing/menu.ts'
import { renderPicture } from './drawing/render.ts'
import type { Picture } from './drawing/svg.ts'
import { films } from './films.ts'
import { news } from './news.ts'

/** A drawn picture, ready to be uploaded. */
export type RenderedPicture = { name: string; content: Buffer }

/** Every picture of the chain, what is uploaded last at the top of the gallery: the posters. */
export function allPictures(now: Date): Picture[] {
  return [
    ...menuPictures,
    ...news(now).map(({ picture }) => picture),
    ...branches.flatMap(({ pictures }) => pictures),
    ...films.map(({ poster }) => poster).reverse(),
  ]
}

/** Draws pictures, two at a time. `scale` 1 gives posters of 1000 by 1500 pixels. */
export async function render(pictures: Picture[], scale: number): Promise<RenderedPicture[]> {
  const rendered: RenderedPicture[] = []
  const left = pictures.entries()
  const drawInTurn = async () => {
    for (const [place, picture] of left) rendered[place] = { name: picture.name, content: await renderPicture(picture, scale) }
  }
  await Promise.all([drawInTurn(), drawInTurn()])
  return rendered
}
