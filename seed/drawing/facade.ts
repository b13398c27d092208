import { lettering, widthOf } from './lettering.ts'
import { circle, each, ellipse, linear, mirrored, type Picture, polygon, radial, rect } from './svg.ts'

/** A house at dusk: its sky, its wall, the colour of its sign, and what of it is its own. */
type House = {
  sky: string[]
  wall: [light: string, dark: string]
  neon: string
  sign: string
  behind?: string
  crown: string
  before?: string
  doors?: number
}

export const warm = '#ffdf9a'

/** The front of a cinema, its sign and canopy lit, mirrored in a wet street. */
export function facade(name: string, { sky, wall, neon, sign, behind = '', crown, before = '', doors = 4 }: House): Picture {
  const size = Math.min(62, 560 / widthOf(sign))
  const glow = (width: number, opacity: number) =>
    `<g opacity="${opacity}">${lettering(sign, { x: 800, base: 500, size, colour: neon, weight: width })}</g>`
  const door = each(doors, (index) => {
    const x = 800 + (index - (doors - 1) / 2) * 130 - 52
    return `${rect(x, 640, 104, 190, warm)}${rect(x + 8, 650, 40, 180, '#fff3cf')}${rect(x + 56, 650, 40, 180, '#ffe9b4')}${rect(x + 48, 640, 8, 190, '#5a3418')}${rect(x + 40, 740, 6, 34, '#5a3418')}${rect(x + 58, 740, 6, 34, '#5a3418')}`
  })
  const posters = mirrored(
    800,
    each(
      2,
      (index) =>
        rect(396 + index * 66, 660, 54, 96, '#1a1418') +
        rect(401 + index * 66, 665, 44, 86, index ? '#c9a24a' : '#b3382c') +
        circle(423 + index * 66, 700, 14, '#fff3cf'),
    ),
  )
  const bulbs = each(25, (index) => circle(452 + index * 29, 612, 6.5, '#fff6d6'))
  const front = `${rect(360, 320, 880, 510, 'url(#wall)')}${crown}${rect(400, 420, 800, 116, '#17121a', 'rx="10"')}${glow(34, 0.2)}${glow(24, 0.28)}${glow(13, 1)}
    ${polygon(
      [
        [420, 560],
        [1180, 560],
        [1200, 620],
        [400, 620],
      ],
      '#221a20',
    )}${rect(400, 600, 800, 26, '#3a2a2c')}${bulbs}${ellipse(800, 650, 470, 110, 'url(#lamp)')}${rect(430, 632, 740, 198, '#2b1a16')}${door}${posters}${rect(330, 826, 940, 14, '#463c46')}`
  return {
    name,
    width: 1600,
    height: 1000,
    art: `<defs>${linear('sky', sky)}${linear('wall', wall)}${radial('lamp', [
      ['#ffdf9a', 0.75],
      ['#ffdf9a', 0],
    ])}${linear('wet', [
      ['#14121c', 0.35],
      ['#14121c', 0.96],
    ])}<clipPath id="street"><rect x="0" y="840" width="1600" height="160"/></clipPath></defs>
      ${rect(0, 0, 1600, 1000, 'url(#sky)')}${behind}${front}${rect(0, 838, 1600, 162, '#1b1924')}
      <g clip-path="url(#street)"><g transform="translate(0 1680) scale(1 -1)" opacity=".5">${front}</g></g>${rect(0, 838, 1600, 162, 'url(#wet)')}
      ${each(9, (index) => rect(120 + index * 165, 872 + (index % 3) * 34, 120, 4, '#fff3cf', 'opacity=".12"'))}${before}`,
  }
}
