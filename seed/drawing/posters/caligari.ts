import { circle, each, line, linear, path, polygon, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** Streets that lean, windows that squint, and a sleeper who walks. */
export const caligari = (() => {
  const house = (points: number[][], tone: string) => polygon(points, tone, 'stroke="#0d0a0a" stroke-width="9" stroke-linejoin="round"')
  const pane = (x: number, y: number, width: number, height: number, lean: number) =>
    polygon(
      [
        [x, y],
        [x + width, y + lean],
        [x + width - lean * 0.4, y + height],
        [x + lean * 0.5, y + height - lean],
      ],
      '#f7dc8e',
      'stroke="#0d0a0a" stroke-width="8"',
    ) +
    line(
      `M${x + width / 2} ${y}L${x + width / 2 - lean * 0.2} ${y + height}M${x} ${y + height / 2}L${x + width} ${y + height / 2 + lean * 0.4}`,
      '#0d0a0a',
      6,
    )
  return poster(
    'the-cabinet-of-dr-caligari.jpg',
    { lines: ['The Cabinet', 'of Dr. Caligari'], year: 'MCMXX', colour: '#fbeed3' },
    `<defs>${linear('sky', ['#7d1020', '#b81f2e', '#e2573c', '#f0a45a'])}${linear('dusk', [
      ['#0b0506', 0],
      ['#0b0506', 0.97],
    ])}${linear('road', ['#f4dfae', '#8d6a45'])}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#sky)')}${each(9, (index) =>
      polygon(
        [
          [500, 660],
          [index * 150 - 200, -40],
          [index * 150 - 130, -40],
        ],
        '#5c0a18',
        'opacity=".35"',
      ),
    )}
    ${polygon(
      [
        [470, 280],
        [610, 214],
        [560, 330],
        [668, 350],
        [560, 404],
        [590, 500],
        [490, 420],
        [390, 470],
        [430, 372],
        [340, 316],
        [450, 330],
      ],
      '#fbe7ae',
    )}
    ${house(
      [
        [-20, 1500],
        [-20, 150],
        [90, 40],
        [210, 250],
        [300, 300],
        [330, 560],
        [250, 900],
        [380, 1200],
        [330, 1500],
      ],
      '#241417',
    )}
    ${house(
      [
        [1020, 1500],
        [1020, 60],
        [930, 190],
        [850, 110],
        [760, 380],
        [690, 420],
        [720, 700],
        [640, 960],
        [760, 1210],
        [700, 1500],
      ],
      '#2f1a1c',
    )}
    ${house(
      [
        [300, 1160],
        [330, 700],
        [290, 560],
        [400, 470],
        [450, 640],
        [420, 860],
        [470, 1100],
      ],
      '#4a2022',
    )}${house(
      [
        [700, 1160],
        [660, 760],
        [720, 620],
        [610, 520],
        [560, 690],
        [590, 880],
        [530, 1100],
      ],
      '#5a2826',
    )}
    ${pane(60, 330, 92, 130, 26)}${pane(180, 500, 70, 100, -24)}${pane(70, 700, 110, 140, 34)}${pane(830, 330, 84, 130, -30)}${pane(770, 560, 74, 100, 28)}${pane(850, 760, 100, 130, -34)}${pane(352, 640, 48, 74, 14)}${pane(610, 680, 46, 74, -14)}
    ${polygon(
      [
        [470, 860],
        [540, 860],
        [620, 1030],
        [560, 1120],
        [860, 1500],
        [140, 1500],
        [430, 1120],
        [390, 1030],
      ],
      'url(#road)',
    )}
    ${each(6, (index) =>
      polygon(
        [
          [505, 880 + index * 40],
          [560 + index * 26, 930 + index * 70],
          [450 - index * 30, 980 + index * 72],
        ],
        '#0d0a0a',
        'opacity=".24"',
      ),
    )}
    ${line('M520 1086L640 1240', '#0d0a0a', 60, 'opacity=".45" stroke-linecap="round"')}
    ${path('M486 790C470 830 476 880 470 930C462 1010 470 1080 456 1160H490L504 1010L516 1160H552C540 1080 548 1000 544 930C566 880 612 850 640 792L622 782C596 826 570 846 540 852C530 826 524 806 520 790Z', '#0a0708')}
    ${path('M478 736C478 700 492 684 506 684C524 684 536 702 534 740C532 772 518 792 504 792C490 792 478 768 478 736Z', '#f4e6d4')}${path('M472 744C466 690 484 664 508 664C534 664 546 692 540 742L530 712L486 708Z', '#0a0708')}${circle(496, 738, 7, '#0a0708')}${circle(518, 738, 7, '#0a0708')}
    ${rect(0, 1010, 1000, 490, 'url(#dusk)')}`,
  )
})()
