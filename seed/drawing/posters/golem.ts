import { circle, each, line, linear, path, polygon, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** A man of clay fills the frame, a star burning in his chest; a child holds up an apple. */
export const golem = (() => {
  const clay = '#7a4526'
  const star = (radius: number) =>
    each(2, (turn) =>
      polygon(
        [0, 1, 2].map((corner) => {
          const angle = -Math.PI / 2 + (corner * 2 * Math.PI) / 3 + turn * Math.PI
          return [500 + radius * Math.cos(angle), 800 + radius * Math.sin(angle)]
        }),
        'none',
        'stroke="#fff0b5" stroke-width="13" stroke-linejoin="round"',
      ),
    )
  return poster(
    'the-golem.jpg',
    { lines: ['The Golem'], year: 'MCMXX', colour: '#ffe7bf' },
    `<defs>${linear('sky', ['#e3a65a', '#b5652c', '#4a2412'])}${linear('mud', ['#a0653a', '#6b3c20', '#2e1609'], [0, 0, 1, 1])}${linear('shade', ['#5a2f18', '#1f0e05'], [0, 0, 1, 1])}
    ${radial('glow', [
      ['#ffe79a', 0.95],
      ['#ffb84a', 0.5],
      ['#ffb84a', 0],
    ])}${linear('dusk', [
      ['#190a03', 0],
      ['#190a03', 0.95],
    ])}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#sky)')}
    ${polygon(
      [
        [0, 1500],
        [0, 420],
        [70, 200],
        [130, 380],
        [170, 300],
        [210, 520],
        [240, 1500],
      ],
      '#3a1b0c',
      'opacity=".85"',
    )}${polygon(
      [
        [1000, 1500],
        [1000, 330],
        [930, 120],
        [880, 400],
        [830, 330],
        [780, 560],
        [760, 1500],
      ],
      '#3a1b0c',
      'opacity=".85"',
    )}
    ${rect(60, 520, 26, 50, '#ffcf70')}${rect(130, 640, 22, 44, '#ffcf70')}${rect(900, 470, 26, 50, '#ffcf70')}${rect(850, 620, 22, 44, '#ffcf70')}
    ${polygon(
      [
        [330, 560],
        [200, 640],
        [150, 900],
        [170, 1180],
        [290, 1180],
        [310, 900],
        [500, 860],
        [690, 900],
        [710, 1180],
        [830, 1180],
        [850, 900],
        [800, 640],
        [670, 560],
      ],
      'url(#mud)',
    )}
    ${polygon(
      [
        [300, 600],
        [700, 600],
        [760, 1500],
        [240, 1500],
      ],
      'url(#mud)',
    )}${polygon(
      [
        [500, 600],
        [700, 600],
        [760, 1500],
        [500, 1500],
      ],
      'url(#shade)',
      'opacity=".55"',
    )}
    ${polygon(
      [
        [372, 260],
        [628, 260],
        [640, 480],
        [596, 590],
        [404, 590],
        [360, 480],
      ],
      clay,
    )}${polygon(
      [
        [500, 260],
        [628, 260],
        [640, 480],
        [596, 590],
        [500, 590],
      ],
      '#4f2a15',
    )}
    ${path('M330 470C320 300 372 196 500 190C628 196 680 300 670 470L622 480L612 348H388L378 480Z', '#241107')}
    ${rect(396, 408, 84, 16, '#241107')}${rect(520, 408, 84, 16, '#1a0b04')}${circle(442, 442, 13, '#ffdf8a')}${circle(558, 442, 13, '#ffdf8a')}${polygon(
      [
        [486, 430],
        [514, 430],
        [526, 506],
        [474, 506],
      ],
      '#5e331a',
    )}${rect(446, 540, 108, 12, '#241107')}
    ${circle(500, 800, 230, 'url(#glow)')}${star(84)}
    ${rect(0, 1000, 1000, 500, 'url(#dusk)')}
    ${path('M470 1196C470 1120 484 1082 500 1074C516 1082 530 1120 530 1196Z', '#f0d9b0')}${circle(500, 1052, 24, '#f0d9b0')}${line('M506 1100L546 1036', '#f0d9b0', 11, 'stroke-linecap="round"')}${circle(550, 1022, 14, '#e0402a')}`,
  )
})()
