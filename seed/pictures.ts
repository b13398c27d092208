import { branches } from './branches.ts'
import { develop } from './drawing/develop.ts'
import { menuPictures } from './drawing/menu.ts'
import type { Picture } from './drawing/svg.ts'
import { films } from './films.ts'
import { news } from './news.ts'

/** A drawn picture, ready to be uploaded. */
export type Print = { name: string; content: Buffer }

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
export async function print(pictures: Picture[], scale: number): Promise<Print[]> {
  const prints: Print[] = []
  const left = pictures.entries()
  const drawInTurn = async () => {
    for (const [place, picture] of left) prints[place] = { name: picture.name, content: await develop(picture, scale) }
  }
  await Promise.all([drawInTurn(), drawInTurn()])
  return prints
}
