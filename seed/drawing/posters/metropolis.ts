import { circle, each, line, linear, mirrored, polygon, radial, rays, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** A toothed wheel around a point. */
const cog = (x: number, y: number, radius: number, teeth: number, fill: string) =>
  circle(x, y, radius, fill) +
  each(teeth, (tooth) =>
    rect(x - radius * 0.09, y - radius * 1.13, radius * 0.18, radius * 0.3, fill, `transform="rotate(${(tooth * 360) / teeth} ${x} ${y})"`),
  )

/** Towers without end, light from behind them, and the great wheel that drives it all. */
export const metropolis = (() => {
  const tower = (x: number, width: number, top: number, tone: string) =>
    polygon(
      [
        [x - width / 2, 1500],
        [x - width / 2, top + 220],
        [x - width * 0.36, top + 220],
        [x - width * 0.36, top + 90],
        [x - width * 0.2, top + 90],
        [x - width * 0.2, top],
        [x, top - 60],
        [x + width * 0.2, top],
        [x + width * 0.2, top + 90],
        [x + width * 0.36, top + 90],
        [x + width * 0.36, top + 220],
        [x + width / 2, top + 220],
        [x + width / 2, 1500],
      ],
      tone,
    )
  const lights = (x: number, width: number, top: number, rows: number) =>
    each(rows, (row) =>
      each(3, (column) =>
        (row * 7 + column * 5) % 4 === 0
          ? ''
          : rect(
              x - width * 0.28 + column * width * 0.22,
              top + 250 + row * 44,
              width * 0.1,
              20,
              '#ffdf8c',
              `opacity="${0.9 - row * 0.04}"`,
            ),
      ),
    )
  const strips = (x: number, width: number, top: number) =>
    each(5, (index) => rect(x - width * 0.13 + index * width * 0.06, top + 30, width * 0.022, 1000, '#f6cf70', 'opacity=".5"'))
  return poster(
    'metropolis.jpg',
    { lines: ['Metropolis'], year: 'MCMXXVII', colour: '#ffe6a6' },
    `<defs>${linear('sky', ['#1c1006', '#5b3a10', '#c8892b', '#f3cc6d'])}${radial('sun', [
      ['#fff4c8', 1],
      ['#ffd977', 0.7],
      ['#ffc552', 0],
    ])}${linear('near', ['#2b1a0a', '#140b04'])}${linear('middle', ['#5a3a14', '#241406'])}${linear('spire', ['#f2cd76', '#a36a22', '#2b1808'])}${linear(
      'dusk',
      [
        ['#0f0803', 0],
        ['#0f0803', 0.97],
      ],
    )}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#sky)')}${rays([500, 640], 1300, 18, '#ffe08a', 0.16, 0.087)}${circle(500, 640, 440, 'url(#sun)')}
    ${cog(500, 640, 258, 20, '#3a220c')}${circle(500, 640, 216, '#f4cd73')}${circle(500, 640, 196, '#3a220c')}${each(10, (hour) => rect(494, 464, 12, 46, '#f4cd73', `transform="rotate(${hour * 36} 500 640)"`))}
    ${mirrored(500, tower(60, 250, 520, 'url(#middle)') + tower(270, 190, 640, 'url(#middle)') + lights(60, 250, 520, 12) + lights(270, 190, 640, 10))}
    ${tower(500, 330, 360, 'url(#spire)')}${strips(500, 330, 360)}${line('M500 300V160', '#ffe6a6', 7)}${circle(500, 152, 13, '#fff4c8')}
    ${mirrored(500, tower(160, 210, 800, 'url(#near)') + tower(372, 150, 900, 'url(#near)') + lights(160, 210, 800, 8) + lights(372, 150, 900, 6))}
    ${mirrored(500, line('M0 985Q250 930 500 985', '#1c0f05', 20) + line('M0 973Q250 918 500 973', '#e9b654', 4))}
    ${rect(0, 960, 1000, 540, 'url(#dusk)')}`,
  )
})()
