import { circle, each, ellipse, line, linear, path, polygon, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** A neck above the trees, a mountain that burns, and four very small people. */
export const lostWorld = (() => {
  const leaf = (x: number, y: number, length: number, angle: number, fill: string) =>
    `<g transform="translate(${x} ${y}) rotate(${angle})">${path(`M0 0C${length * 0.3} ${-length * 0.22} ${length * 0.7} ${-length * 0.2} ${length} 0C${length * 0.7} ${length * 0.1} ${length * 0.3} ${length * 0.08} 0 0Z`, fill)}</g>`
  const palm = (x: number, y: number, length: number, fill: string) =>
    each(9, (index) => leaf(x, y, length * (0.8 + (index % 3) * 0.12), -200 + index * 27, fill))
  const person = (x: number, y: number) =>
    `${circle(x, y - 44, 9, '#fff1c9')}${path(`M${x - 10} ${y}L${x - 8} ${y - 34}H${x + 8}L${x + 10} ${y}Z`, '#fff1c9')}${ellipse(x, y - 50, 16, 4, '#fff1c9')}`
  return poster(
    'the-lost-world.jpg',
    { lines: ['The Lost World'], year: 'MCMXXV', colour: '#fff1c9' },
    `<defs>${linear('sky', ['#1d2f4f', '#7c3b5d', '#e2694a', '#fbb85a'])}${linear('peak', ['#5a2a3a', '#2a1626'])}${linear('hide', ['#3f7d5a', '#1f4f3d', '#0e2a24'], [0, 0, 1, 1])}${radial(
      'glow',
      [
        ['#ffe08a', 0.95],
        ['#ff8a3c', 0.5],
        ['#ff8a3c', 0],
      ],
    )}${linear('lava', ['#fff0a8', '#ff9a3c', '#d9381e'])}${linear('dusk', [
      ['#06140f', 0],
      ['#06140f', 0.97],
    ])}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#sky)')}${circle(690, 470, 400, 'url(#glow)')}${[
      [690, 300, 90],
      [620, 220, 80],
      [740, 190, 96],
      [660, 110, 86],
      [800, 90, 80],
      [570, 90, 66],
    ]
      .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, '#43233c', 'opacity=".85"'))
      .join('')}
    ${polygon(
      [
        [260, 1100],
        [600, 520],
        [640, 500],
        [680, 524],
        [720, 498],
        [770, 520],
        [1100, 1080],
        [1100, 1200],
        [260, 1200],
      ],
      'url(#peak)',
    )}${path('M600 520L640 500L680 524L720 498L770 520L746 600L726 560L704 700L684 580L660 640L640 560Z', 'url(#lava)')}
    ${[
      [180, 240, 1],
      [320, 150, 0.7],
      [110, 420, 0.6],
    ]
      .map(
        ([x = 0, y = 0, s = 1]) =>
          `<g transform="translate(${x} ${y}) scale(${s})">${path('M0 0C-30 -40 -90 -50 -130 -20C-90 -26 -50 -4 -20 24L0 44L24 20C50 -8 90 -26 130 -18C90 -50 34 -40 10 0L44 -26L4 -14Z', '#1a1a2e')}</g>`,
      )
      .join('')}
    ${path('M-60 1300C-20 1010 90 960 230 950C330 936 380 860 384 740C388 600 360 470 420 380C452 332 520 316 580 340C640 356 690 380 700 404C704 424 680 436 640 434C590 432 540 424 520 450C480 506 500 620 504 740C510 900 470 1040 500 1140C520 1210 600 1260 620 1400L-60 1500Z', 'url(#hide)')}${path('M420 380C452 332 520 316 580 340C560 330 480 350 446 420C410 500 424 620 420 740C416 880 360 960 250 984C330 936 380 860 384 740C388 600 360 470 420 380Z', '#7fb87f', 'opacity=".45"')}
    ${circle(560, 376, 13, '#fbb85a')}${circle(560, 376, 6, '#0e1a14')}${line('M640 412Q672 418 696 408', '#0e2a24', 6)}${each(7, (spot) => ellipse(452 + (spot % 2) * 22, 560 + spot * 62, 15, 24, '#0e2a24', 'opacity=".4"'))}
    ${palm(90, 1130, 300, '#0d2b22')}${palm(910, 1090, 330, '#0d2b22')}${palm(700, 1210, 260, '#123a2b')}${palm(330, 1260, 240, '#123a2b')}${palm(1000, 1260, 300, '#081d17')}${palm(0, 1280, 320, '#081d17')}
    ${rect(0, 1020, 1000, 480, 'url(#dusk)')}${person(600, 1180)}${person(634, 1186)}${person(668, 1180)}${person(700, 1186)}`,
  )
})()
