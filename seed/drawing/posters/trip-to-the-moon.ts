import { stars } from '#seed/drawing/stars.ts'
import { circle, each, ellipse, line, linear, mirrored, path, radial, rays, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** The moon has a face, and a shell has landed in its eye. */
export const tripToTheMoon = poster(
  'a-trip-to-the-moon.jpg',
  { lines: ['A Trip', 'to the Moon'], year: 'MCMII', colour: '#ffeebb' },
  `<defs>${linear('sky', ['#0b1440', '#1b2b6b', '#36327c', '#0d0f33'])}${radial('moon', ['#fff8da', '#f7e2a0', '#dcb25c'], [0.38, 0.34, 0.75])}${radial(
    'glow',
    [
      ['#ffeaa6', 0.6],
      ['#ffeaa6', 0],
    ],
  )}${linear('shell', ['#f2f4f7', '#9aa5b4', '#4a5568'], [0, 0, 1, 0])}${linear('dusk', [
    ['#080a26', 0],
    ['#080a26', 0.95],
  ])}</defs>
  ${rect(0, 0, 1000, 1500, 'url(#sky)')}${stars(110, 1300, '#ffeebb', 7)}${rays([500, 600], 1200, 24, '#ffeaa6', 0.07)}${circle(500, 600, 560, 'url(#glow)')}${circle(500, 600, 400, 'url(#moon)')}
  ${[
    [270, 420, 46],
    [700, 330, 34],
    [790, 560, 52],
    [250, 760, 30],
    [640, 900, 44],
    [420, 300, 26],
    [330, 880, 22],
  ]
    .map(
      ([x = 0, y = 0, r = 0]) =>
        circle(x, y, r, '#cda250', 'opacity=".35"') + circle(x - r * 0.12, y - r * 0.14, r * 0.86, '#f0d68e', 'opacity=".7"'),
    )
    .join('')}
  ${path('M250 560C290 500 370 500 410 556C370 586 290 590 250 560Z', '#fffdf0', 'stroke="#6b4717" stroke-width="10"')}${circle(336, 552, 24, '#3a2409')}${line('M236 500C280 440 380 440 424 496', '#6b4717', 16, 'stroke-linecap="round"')}
  ${path('M480 570C470 660 440 700 430 730C450 762 530 762 552 732', 'none', 'stroke="#8d6224" stroke-width="13" stroke-linecap="round"')}${path('M330 810C400 790 600 786 690 800C650 880 560 910 500 908C430 906 370 874 330 810Z', '#5a2f12')}${path('M352 812C430 800 600 796 668 806L650 834C580 842 450 844 372 838Z', '#fffaf0')}${path('M420 888C460 862 560 860 600 884C540 912 470 912 420 888Z', '#c5503a')}
  ${mirrored(500, ellipse(268, 716, 54, 34, '#e79a5a', 'opacity=".4"'))}
  ${ellipse(655, 566, 118, 84, '#9c7128')}${ellipse(655, 570, 96, 66, '#5a3a10')}<g transform="translate(655 566) rotate(38)">${path('M-74 40V-190C-74 -232 -58 -250 -40 -256H40C58 -250 74 -232 74 -190V40C40 64 -40 64 -74 40Z', 'url(#shell)')}${rect(-76, -196, 152, 22, '#3f4a5c')}${rect(-76, -40, 152, 16, '#3f4a5c')}${each(4, (rivet) => circle(-54 + rivet * 36, -110, 7, '#3f4a5c'))}${rect(-46, -276, 92, 24, '#6b7688')}</g>
  ${path('M590 640C600 700 576 730 586 770C606 770 616 720 626 652Z', '#fff4cf', 'opacity=".9"')}${path('M668 652C690 720 676 760 694 800C714 780 706 710 706 640Z', '#fff4cf', 'opacity=".9"')}
  ${rect(0, 1040, 1000, 460, 'url(#dusk)')}`,
)
