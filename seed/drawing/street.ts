import { seeded } from './random.ts'
import { circle, each, line, path, polygon, rect } from './svg.ts'

export const skyline = (seed: number, base: number, tone: string, lit: string) => {
  const random = seeded(seed)
  return each(22, (index) => {
    const [x, top, width] = [index * 76 - 30, base - 60 - random() * 170, 60 + random() * 40]
    const windows = each(4, () =>
      random() > 0.45 ? rect(x + 10 + random() * (width - 26), top + 20 + random() * 80, 9, 13, lit, 'opacity=".8"') : '',
    )
    return `${rect(x, top, width, 1000 - top, tone)}${
      random() > 0.6
        ? polygon(
            [
              [x, top],
              [x + width / 2, top - 44],
              [x + width, top],
            ],
            tone,
          )
        : ''
    }${windows}`
  })
}
export const lamp = (x: number) =>
  `${circle(x, 560, 90, 'url(#lamp)')}${rect(x - 5, 560, 10, 290, '#15131b')}${circle(x, 556, 20, '#fff3cf')}${polygon(
    [
      [x - 26, 540],
      [x + 26, 540],
      [x + 12, 520],
      [x - 12, 520],
    ],
    '#15131b',
  )}`
export const walker = (x: number, size: number, coat: string) =>
  `<g transform="translate(${x} 880) scale(${size})">${circle(0, -128, 15, '#2a1c1c')}${path('M-22 -34L-18 -92C-16 -112 16 -112 18 -92L22 -34Z', coat)}${line('M-8 -36L-12 0M9 -36L15 0', '#17131a', 13, 'stroke-linecap="round"')}</g>`
export const couple = (x: number) => walker(x, 0.86, '#8c2f39') + walker(x + 44, 0.94, '#2d4a63')
export const tree = (x: number, y: number, size: number, tone: string) =>
  `${rect(x - 8, y, 16, 860 - y, '#2a1c16')}${circle(x, y, 92 * size, tone)}${circle(x - 62 * size, y + 50 * size, 70 * size, tone)}${circle(x + 64 * size, y + 46 * size, 74 * size, tone)}`
