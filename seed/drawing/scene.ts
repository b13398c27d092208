import { seeded } from './random.ts'
import { each, linear, type Picture, radial, rect } from './svg.ts'

/** A picture of the news, under a sky. */
export const scene = (name: string, sky: string[], art: string): Picture => ({
  name,
  width: 1600,
  height: 1000,
  art: `<defs>${linear('sky', sky)}${radial('glow', [
    ['#ffe9a8', 0.75],
    ['#ffe9a8', 0],
  ])}${linear('brass', ['#6a4a1e', '#e9c46a', '#fff0b8', '#b07f2a', '#5a3f1c'], [0, 0, 1, 0])}${linear('dusk', [
    ['#0c0810', 0],
    ['#0c0810', 0.7],
  ])}</defs>${rect(0, 0, 1600, 1000, 'url(#sky)')}${art}`,
})

/** Things strewn between two heights; `chance` is any number from 0 up to 1. */
export function scattered(
  count: number,
  seed: number,
  make: (x: number, y: number, chance: number) => string,
  [low, high] = [0, 1000],
): string {
  const random = seeded(seed)
  return each(count, () => make(random() * 1600, low + random() * (high - low), random()))
}
