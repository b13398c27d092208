import { round } from './svg.ts'

/**
 * Capitals of the 1920s as strokes, 100 units high, each with its width. A machine need not have any font,
 * and where a font is missing, text would be drawn as empty boxes.
 */
const glyphs: Record<string, [width: number, strokes: string]> = {
  A: [68, 'M0 100L34 0L68 100M13 64H55'],
  B: [54, 'M6 0V100H28A26 26 0 0 0 28 46H6M6 0H26A23 23 0 0 1 26 46'],
  C: [80, 'M78 17A50 50 0 1 0 78 83'],
  D: [74, 'M6 0V100H24A50 50 0 0 0 24 0Z'],
  E: [46, 'M46 0H6V100H46M6 46H38'],
  F: [44, 'M44 0H6V100M6 46H36'],
  G: [92, 'M80 17A50 50 0 1 0 90 56H52'],
  H: [64, 'M6 0V100M58 0V100M6 46H58'],
  I: [12, 'M6 0V100'],
  J: [38, 'M32 0V74A16 24 0 0 1 0 82'],
  K: [56, 'M6 0V100M52 0L6 52M20 38L56 100'],
  L: [42, 'M6 0V100H42'],
  M: [86, 'M4 100L14 0L43 72L72 0L82 100'],
  N: [68, 'M6 100V0L62 100V0'],
  O: [96, 'M48 0A48 50 0 1 0 48 100A48 50 0 1 0 48 0Z'],
  P: [54, 'M6 100V0H26A28 28 0 0 1 26 56H6'],
  Q: [96, 'M48 0A48 50 0 1 0 48 100A48 50 0 1 0 48 0ZM58 66L94 104'],
  R: [58, 'M6 100V0H26A28 28 0 0 1 26 56H6M28 56L56 100'],
  S: [52, 'M47 18C43 6 35 0 26 0C13 0 5 9 5 22C5 36 15 42 27 48C40 54 49 61 49 76C49 91 40 100 26 100C14 100 6 93 2 80'],
  T: [58, 'M0 0H58M29 0V100'],
  U: [66, 'M6 0V68A27 32 0 0 0 60 68V0'],
  V: [66, 'M0 0L33 100L66 0'],
  W: [94, 'M0 0L24 100L47 14L70 100L94 0'],
  X: [60, 'M0 0L60 100M60 0L0 100'],
  Y: [60, 'M0 0L30 50L60 0M30 50V100'],
  Z: [56, 'M2 0H56L0 100H56'],
  Ä: [68, 'M0 100L34 0L68 100M13 64H55M14 -24V-22M54 -24V-22'],
  '.': [10, 'M5 99V100'],
  '!': [12, 'M6 0V68M6 99V100'],
  '’': [10, 'M7 0L3 22'],
  ' ': [30, ''],
}

type Setting = {
  /** Where the line's middle (or left end) and its base stand. */
  x: number
  base: number
  /** The height of a capital. */
  size: number
  colour: string
  /** The stroke's width and the gap between letters, in hundredths of the height. */
  weight?: number
  spacing?: number
  from?: 'left' | 'middle'
}

/** One line of lettering as SVG. */
export function lettering(text: string, { x, base, size, colour, weight = 15, spacing = 24, from = 'middle' }: Setting): string {
  const scale = size / 100
  let pen = 0
  const letters = [...text.toUpperCase()].map((letter) => {
    const [width, strokes] = glyphs[letter] ?? [0, '']
    const placed = `<path transform="translate(${pen} 0)" d="${strokes}"/>`
    pen += width + spacing
    return placed
  })
  const start = from === 'left' ? x : x - ((pen - spacing) * scale) / 2
  const place = `translate(${round(start)} ${round(base - size)}) scale(${round(scale)})`
  return `<g transform="${place}" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linejoin="round" stroke-linecap="square">${letters.join('')}</g>`
}

/** How wide a line is, in its heights. */
export function widthOf(text: string, spacing = 24): number {
  return [...text.toUpperCase()].reduce((width, letter) => width + (glyphs[letter]?.[0] ?? 0) + spacing, -spacing) / 100
}
