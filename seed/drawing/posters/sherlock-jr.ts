import { circle, ellipse, line, linear, path, polygon, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** A flat hat, a face of stone, and a glass that makes one eye enormous. */
export const sherlockJr = poster(
  'sherlock-jr.jpg',
  { lines: ['Sherlock Jr.'], year: 'MCMXXIV', colour: '#fdf4dc' },
  `<defs>${linear('blue', ['#2b5d9c', '#1c4078', '#0c1f42'])}${linear(
    'beam',
    [
      ['#fff6cf', 0.95],
      ['#fff6cf', 0.05],
    ],
    [0.5, 0, 0.5, 1],
  )}${linear('skin', ['#fff1dc', '#f0d6b4'], [0, 0, 1, 1])}${radial(
    'glass',
    [
      ['#ffffff', 0.95],
      ['#e3f1fb', 0.95],
      ['#9fc6e2', 0.95],
    ],
    [0.38, 0.32, 0.8],
  )}${linear('dusk', [
    ['#07122a', 0],
    ['#07122a', 0.97],
  ])}</defs>
  ${rect(0, 0, 1000, 1500, 'url(#blue)')}${polygon(
    [
      [500, 60],
      [1120, 1300],
      [-120, 1300],
    ],
    'url(#beam)',
    'opacity=".42"',
  )}
  ${path('M250 1500C250 1180 360 1090 500 1090C640 1090 750 1180 750 1500Z', '#0e1526')}${polygon(
    [
      [430, 1090],
      [500, 1210],
      [570, 1090],
      [540, 1040],
      [460, 1040],
    ],
    '#fdf4dc',
  )}${polygon(
    [
      [500, 1150],
      [430, 1110],
      [430, 1200],
    ],
    '#b8322c',
  )}${polygon(
    [
      [500, 1150],
      [570, 1110],
      [570, 1200],
    ],
    '#b8322c',
  )}
  ${path('M312 560C312 520 330 470 350 450H650C670 470 688 520 688 560C700 760 650 960 500 1060C350 960 300 760 312 560Z', 'url(#skin)')}
  ${path('M300 500C330 470 400 456 500 456C600 456 670 470 700 500L690 610C660 560 640 540 620 520H380C360 540 340 560 310 610Z', '#161616')}
  ${ellipse(500, 462, 330, 46, '#c7ad86')}${ellipse(500, 452, 330, 42, '#ead3a8')}${path('M316 446C320 360 330 312 350 300C430 276 570 276 650 300C670 312 680 360 684 446C600 476 400 476 316 446Z', '#ead3a8')}${path('M316 446C318 418 320 396 324 378C420 408 580 408 676 378C680 396 682 418 684 446C600 476 400 476 316 446Z', '#1c2a46')}
  ${path('M350 660Q400 626 452 660Q400 690 350 660Z', '#fff')}${circle(402, 658, 17, '#161616')}${line('M336 618Q396 590 460 622', '#161616', 13, 'stroke-linecap="round"')}
  ${path('M500 690C490 770 474 800 472 822C486 838 514 838 528 822', 'none', 'stroke="#c89f74" stroke-width="9" stroke-linecap="round"')}${line('M430 912H570', '#8d4a3a', 14, 'stroke-linecap="round"')}
  ${line('M720 800L892 1096', '#3c2415', 56, 'stroke-linecap="round"')}${line('M720 800L892 1096', '#7a4a28', 30, 'stroke-linecap="round"')}${circle(612, 660, 196, '#c99b45')}${circle(612, 660, 172, 'url(#glass)')}
  ${path('M470 662Q612 520 754 662Q612 790 470 662Z', '#fff', 'stroke="#161616" stroke-width="12"')}${circle(612, 658, 74, '#2b5d9c')}${circle(612, 658, 40, '#0b1020')}${circle(588, 632, 18, '#fff')}${line('M500 560Q540 520 590 510', '#fff', 14, 'stroke-linecap="round" opacity=".9"')}
  ${rect(0, 1060, 1000, 440, 'url(#dusk)')}`,
)
