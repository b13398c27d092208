import { lettering, widthOf } from '#seed/drawing/lettering.ts'
import { each, type Picture, rect } from '#seed/drawing/svg.ts'

type Title = {
  lines: string[]
  /** The year of the film in Roman numerals, the way title cards give it. */
  year: string
  colour: string
  /** Where the last line stands. */
  base?: number
}

const width = 1000
const height = 1500
const widest = 800

/** A film poster: its art, and the title under it in lines as wide as they may be and all of one height. */
export function poster(name: string, { lines, year, colour, base = 1352 }: Title, art: string): Picture {
  const size = Math.min(104, ...lines.map((text) => widest / widthOf(text)))
  const title = each(lines.length, (index) =>
    lettering(lines[index] ?? '', { x: width / 2, base: base - (lines.length - 1 - index) * size * 1.5, size, colour }),
  )
  const small = { x: width / 2, base: base + 76, size: 24, colour, weight: 12, spacing: 60 }
  const half = (widthOf(year, small.spacing) * small.size) / 2
  const rule = (x: number) => rect(x, base + 62, 120, 3, colour)
  return {
    name,
    width,
    height,
    art: `${art}${title}${lettering(year, small)}${rule(width / 2 - half - 160)}${rule(width / 2 + half + 40)}`,
  }
}
