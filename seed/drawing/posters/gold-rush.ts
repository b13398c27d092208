import { circle, each, ellipse, line, linear, path, polygon, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** A cabin that thinks about falling, a man who leans the other way. */
export const goldRush = poster(
  'the-gold-rush.jpg',
  { lines: ['The Gold Rush'], year: 'MCMXXV', colour: '#fff5df' },
  `<defs>${linear('sky', ['#c85a1e', '#e98b34', '#f7c163', '#fbe3a8'])}${radial('sun', ['#fffbe6', '#ffe59a', '#ffc94f'])}${radial('glow', [
    ['#fff1b8', 0.9],
    ['#fff1b8', 0],
  ])}${linear('snow', ['#ffffff', '#dce8f0', '#8faabd'])}${linear('far', ['#f4d3a6', '#c98b57'])}${linear('logs', ['#7a4421', '#3f200d'])}${linear(
    'dusk',
    [
      ['#1e2a3a', 0],
      ['#1e2a3a', 0.96],
    ],
  )}</defs>
  ${rect(0, 0, 1000, 1500, 'url(#sky)')}${circle(500, 480, 460, 'url(#glow)')}${circle(500, 480, 270, 'url(#sun)')}${each(5, (band) => rect(0, 560 + band * 44, 1000, 9 + band * 4, '#f3a94a', 'opacity=".4"'))}
  ${polygon(
    [
      [-20, 900],
      [140, 600],
      [210, 690],
      [320, 520],
      [450, 760],
      [560, 640],
      [700, 820],
      [840, 560],
      [930, 680],
      [1020, 600],
      [1020, 1500],
      [-20, 1500],
    ],
    'url(#far)',
  )}${polygon(
    [
      [320, 520],
      [366, 606],
      [330, 640],
      [300, 610],
      [276, 640],
      [270, 594],
    ],
    '#fff8ea',
  )}${polygon(
    [
      [840, 560],
      [882, 616],
      [846, 640],
      [820, 616],
      [800, 634],
    ],
    '#fff8ea',
  )}
  ${path('M-20 960C200 930 420 940 620 960L650 990L600 1060L640 1130L580 1240L600 1500H-20Z', 'url(#snow)')}${path('M620 960L650 990L600 1060L640 1130L580 1240L600 1500H520L540 1250L590 1120L560 1050L600 985Z', '#5f7f98')}
  <g transform="translate(26 50) rotate(13 600 930)">${rect(430, 690, 360, 240, 'url(#logs)')}${each(5, (log) => rect(418, 690 + log * 48, 384, 10, '#2c1508') + circle(426, 718 + log * 48, 22, '#a86a36') + circle(426, 718 + log * 48, 11, '#5a2f14') + circle(794, 718 + log * 48, 22, '#a86a36') + circle(794, 718 + log * 48, 11, '#5a2f14'))}
  ${polygon(
    [
      [380, 700],
      [610, 540],
      [840, 700],
    ],
    '#3a1d0d',
  )}${path('M366 706L610 532L854 706C830 726 806 690 780 704C750 726 730 688 700 700C660 712 640 690 610 700C570 712 548 686 520 702C490 720 468 690 440 704C410 722 392 700 366 706Z', '#fdfdfd')}
  ${rect(700, 560, 46, 100, '#2c1508')}${rect(694, 548, 58, 20, '#fdfdfd')}${rect(570, 770, 86, 160, '#22100a')}${rect(462, 764, 76, 76, '#ffd778')}${line('M500 764V840M462 802H538', '#2c1508', 8)}${rect(690, 764, 76, 76, '#ffd778')}${line('M728 764V840M690 802H766', '#2c1508', 8)}</g>
  ${path('M706 520C690 470 740 450 726 400C712 350 770 330 760 270', 'none', 'stroke="#fff8ea" stroke-width="34" stroke-linecap="round" opacity=".75"')}
  <g transform="translate(236 800) rotate(-9)">${line('M-16 170L-30 120L-4 60M34 170L24 120L4 60', '#14100e', 30, 'stroke-linejoin="round"')}${path('M-56 172H-10V156H-40Z', '#14100e')}${path('M22 172H76V160L40 156H22Z', '#14100e')}${path('M-34 70C-34 0 -18 -28 2 -28C24 -28 38 0 38 70Z', '#14100e')}${circle(2, -58, 28, '#f2d0ac')}${rect(-26, -92, 56, 14, '#14100e')}${path('M-22 -88C-22 -124 -10 -128 2 -128C16 -128 26 -124 26 -88Z', '#14100e')}${ellipse(2, -84, 42, 9, '#14100e')}${rect(-6, -50, 18, 9, '#14100e')}${line('M30 0L86 20L104 168', '#14100e', 9)}${line('M28 -10L82 18M-26 -8L-60 40', '#14100e', 17, 'stroke-linecap="round"')}</g>
  ${rect(0, 1030, 1000, 470, 'url(#dusk)')}`,
)
