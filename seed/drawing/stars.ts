import { seeded } from './random.ts'
import { circle, each } from './svg.ts'

/** Stars across a poster, down to `low`. */
export function stars(count: number, low: number, colour: string, seed: number): string {
  const random = seeded(seed)
  return each(count, () =>
    circle(random() * 1000, random() * low, 1.5 + random() * 4, colour, `opacity="${(0.4 + random() * 0.6).toFixed(2)}"`),
  )
}
