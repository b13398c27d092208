import { circle, each, ellipse, line, linear, mirrored, path, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** Goat's horns close around an ember moon while the witches ride. */
export const haexan = (() => {
  const horn = 'M430 800C300 790 150 700 130 500C112 320 220 190 330 170C240 250 214 350 250 470C284 590 380 650 470 676Z'
  const witch = (x: number, y: number, size: number) =>
    `<g transform="translate(${x} ${y}) scale(${size}) rotate(-14)">${path('M-92 10H96L136 -8L150 16L134 38L96 22H-92Z', '#120a06')}
    ${path('M-30 10C-26 -30 -8 -52 10 -56L-4 -72L34 -118L40 -70L58 -62L36 -52C50 -30 60 0 88 12Z', '#120a06')}${path('M-6 -30C-40 -20 -52 -8 -64 12L-44 14C-34 2 -20 -6 0 -8Z', '#120a06')}</g>`
  const flame = (x: number, height: number, lean: number, fill: string) =>
    path(
      `M${x - 90} 1500C${x - 110} ${1500 - height * 0.5} ${x + lean} ${1500 - height * 0.6} ${x + lean} ${1500 - height}C${x + lean + 40} ${1500 - height * 0.6} ${x + 110} ${1500 - height * 0.5} ${x + 90} 1500Z`,
      fill,
    )
  return poster(
    'haexan.jpg',
    { lines: ['Häxan'], year: 'MCMXXII', colour: '#ffe3b0' },
    `<defs>${linear('night', ['#1a1c12', '#3a3318', '#5c3a14', '#2a0f06'])}${radial('ember', ['#ffd48a', '#f58b32', '#c8481a'], [0.5, 0.4, 0.65])}
    ${radial('glow', [
      ['#ff9a3c', 0.6],
      ['#ff9a3c', 0],
    ])}${linear('heat', [
      ['#1a0a04', 0],
      ['#1a0a04', 0.94],
    ])}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#night)')}${circle(500, 430, 520, 'url(#glow)')}${circle(500, 430, 262, 'url(#ember)')}
    ${mirrored(500, path(horn, '#0d0805') + each(7, (ring) => line(`M${176 + ring * 6} ${620 - ring * 62}L${250 + ring * 5} ${560 - ring * 52}`, '#3a2412', 7)))}
    ${path('M500 650C590 650 640 700 660 790C690 900 620 1090 500 1180C380 1090 310 900 340 790C360 700 410 650 500 650Z', '#0d0805')}
    ${mirrored(500, path('M356 780C300 770 250 800 220 850C280 876 330 866 366 838Z', '#0d0805') + path('M400 846L472 880L410 892Z', '#ffb347'))}
    ${mirrored(500, ellipse(478, 1060, 8, 16, '#5a2c10', 'transform="rotate(24 478 1060)"'))}
    ${each(9, (index) => flame(60 + index * 110, 220 + ((index * 53) % 130), (index % 3) * 30 - 30, '#8f2c0d'))}
    ${each(8, (index) => flame(110 + index * 112, 150 + ((index * 71) % 110), 20 - (index % 3) * 30, '#d65a1c'))}
    ${witch(520, 330, 1.15)}${witch(770, 190, 0.62)}${witch(265, 545, 0.5)}${rect(0, 1060, 1000, 440, 'url(#heat)')}`,
  )
})()
