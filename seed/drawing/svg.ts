/** A picture to be drawn: the inside of an SVG of `width` by `height` units. `name` is what its file is called in the gallery. */
export type Picture = { name: string; width: number; height: number; art: string }

/** A colour, or a colour and how opaque it is (0 to 1). */
type Stop = string | [colour: string, opacity: number]

/** A gradient from one point to another, in fractions of the shape that it fills; evenly spread stops. */
export function linear(id: string, stops: Stop[], [x1, y1, x2, y2] = [0, 0, 0, 1]): string {
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${spread(stops)}</linearGradient>`
}

/** A gradient from a centre outwards, in fractions of the shape that it fills. */
export function radial(id: string, stops: Stop[], [cx, cy, r] = [0.5, 0.5, 0.5]): string {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${spread(stops)}</radialGradient>`
}

function spread(stops: Stop[]): string {
  return stops
    .map((stop, index) => {
      const [colour, opacity] = typeof stop === 'string' ? [stop, 1] : stop
      return `<stop offset="${round(index / (stops.length - 1))}" stop-color="${colour}" stop-opacity="${opacity}"/>`
    })
    .join('')
}

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${more}/>`

export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}" ${more}/>`

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${more}/>`

export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`

export const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" ${more}/>`

export const polygon = (points: number[][], fill: string, more = '') =>
  `<polygon points="${points.map((point) => point.map(round).join(',')).join(' ')}" fill="${fill}" ${more}/>`

/** The same art again, mirrored at a vertical line. */
export const mirrored = (x: number, art: string) => `${art}<g transform="translate(${2 * x} 0) scale(-1 1)">${art}</g>`

/** `make` for 0 to `count - 1`, put together. */
export const each = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, index) => make(index)).join('')

/** Wedges of light around a point, the first at the angle `turn`. */
export function rays([x, y]: [number, number], radius: number, count: number, fill: string, opacity = 1, turn = 0): string {
  const at = (angle: number) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  const step = Math.PI / count
  return each(count, (index) =>
    polygon([[x, y], at(turn + 2 * index * step), at(turn + (2 * index + 1) * step)], fill, `opacity="${opacity}"`),
  )
}

export const round = (value: number) => Math.round(value * 100) / 100

/** A house with a pointed roof that rises `peak` above its walls, down to the foot of a poster. */
export const gable = (x: number, y: number, width: number, peak: number, colour: string) =>
  polygon(
    [
      [x, 1500],
      [x, y],
      [x + width / 2, y - peak],
      [x + width, y],
      [x + width, 1500],
    ],
    colour,
  )
