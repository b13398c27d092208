import { circle, each, ellipse, line, linear, mirrored, type Picture, path, polygon, radial, rect } from './svg.ts'

const wide = (name: string, art: string): Picture => ({ name, width: 1600, height: 1000, art })

/** Rows of seats before a lit screen. `scene` is what the screen shows, 760 by 330 units. */
export function auditorium(name: string, [wall, seat, light]: [wall: string, seat: string, light: string], scene: string): Picture {
  const row = (index: number) => {
    const [y, size, count] = [600 + index * 74, 0.62 + index * 0.17, 15 - index]
    return (
      each(count, (place) => {
        const x = 800 + (place - (count - 1) / 2) * 124 * size
        return (
          rect(x - 52 * size, y, 104 * size, 130 * size, seat, `rx="${26 * size}"`) +
          rect(x - 44 * size, y + 8 * size, 88 * size, 20 * size, '#fff', `rx="${10 * size}" opacity=".13"`) +
          rect(x - 60 * size, y + 72 * size, 14 * size, 60 * size, '#120c10', 'rx="4"')
        )
      }) + rect(0, y + 96 * size, 1600, 40, '#0d090d', 'opacity=".35"')
    )
  }
  return wide(
    name,
    `<defs>${linear('wall', [wall, '#0f0a10'], [0, 0, 0, 1])}${radial('shine', [
      [light, 0.5],
      [light, 0],
    ])}${linear('fall', [
      ['#08060a', 0],
      ['#08060a', 0.75],
    ])}<clipPath id="screen"><rect x="420" y="130" width="760" height="330"/></clipPath></defs>
    ${rect(0, 0, 1600, 1000, 'url(#wall)')}${mirrored(
      800,
      each(
        4,
        (panel) =>
          polygon(
            [
              [panel * 86, 60 + panel * 20],
              [panel * 86 + 60, 74 + panel * 20],
              [panel * 86 + 60, 620 - panel * 26],
              [panel * 86, 660 - panel * 26],
            ],
            '#000',
            'opacity=".22"',
          ) +
          circle(panel * 86 + 30, 250, 40, 'url(#shine)') +
          path(`M${panel * 86 + 18} 250H${panel * 86 + 42}L${panel * 86 + 36} 286H${panel * 86 + 24}Z`, '#ffdf9a'),
      ),
    )}
    ${ellipse(800, 330, 720, 420, 'url(#shine)')}${rect(400, 110, 800, 370, '#0a070b')}${rect(420, 130, 760, 330, light)}<g clip-path="url(#screen)"><g transform="translate(420 130)">${scene}</g></g>
    ${mirrored(800, path('M330 60H420V500C390 510 350 505 330 490Z', seat) + each(3, (fold) => line(`M${350 + fold * 24} 60V494`, '#000', 6, 'opacity=".3"')))}${rect(330, 50, 940, 66, seat)}${each(16, (swag) => path(`M${336 + swag * 58} 112Q${365 + swag * 58} 150 ${394 + swag * 58} 112Z`, seat))}
    ${polygon(
      [
        [560, 500],
        [1040, 500],
        [1120, 560],
        [480, 560],
      ],
      '#241a22',
    )}${[0, 1, 2, 3, 4].map(row).join('')}${rect(0, 560, 1600, 440, 'url(#fall)')}`,
  )
}

/** The counter in the hall, lamps above it, popcorn behind glass. */
export function foyer(name: string, [wall, counter, accent]: [wall: string, counter: string, accent: string]): Picture {
  const pendant = (x: number) =>
    `${line(`M${x} 0V170`, '#1a1418', 5)}${path(`M${x - 50} 220C${x - 46} 180 ${x - 20} 168 ${x} 168C${x + 20} 168 ${x + 46} 180 ${x + 50} 220Z`, accent)}${ellipse(x, 222, 48, 10, '#fff3cf')}${polygon(
      [
        [x - 48, 224],
        [x + 48, 224],
        [x + 190, 640],
        [x - 190, 640],
      ],
      '#fff3cf',
      'opacity=".09"',
    )}`
  const frame = (x: number, tone: string, inner: string) =>
    `${rect(x, 250, 150, 214, '#1a1418')}${rect(x + 9, 259, 132, 196, tone)}<g transform="translate(${x + 75} 350)">${inner}</g>`
  return wide(
    name,
    `<defs>${linear('wall', [wall, '#1a1216'])}${linear('floor', ['#4a3a38', '#1d1517'])}${radial('warm', [
      ['#ffdf9a', 0.55],
      ['#ffdf9a', 0],
    ])}</defs>
    ${rect(0, 0, 1600, 1000, 'url(#wall)')}${each(20, (board) => rect(board * 84, 0, 3, 780, '#000', 'opacity=".16"'))}${rect(0, 780, 1600, 220, 'url(#floor)')}
    ${each(5, (tile) =>
      each(11, (column) =>
        (tile + column) % 2
          ? ''
          : polygon(
              [
                [800 + (column - 5.5) * (150 + tile * 40), 780 + tile * 44],
                [800 + (column - 4.5) * (150 + tile * 40), 780 + tile * 44],
                [800 + (column - 4.5) * (190 + tile * 40), 824 + tile * 44],
                [800 + (column - 5.5) * (190 + tile * 40), 824 + tile * 44],
              ],
              '#fff',
              'opacity=".07"',
            ),
      ),
    )}
    ${ellipse(800, 440, 720, 360, 'url(#warm)')}${frame(90, '#0f3a44', circle(0, -20, 46, '#f1e5b0') + path('M-50 90L-16 -30H16L50 90Z', '#0a1518'))}${frame(
      270,
      '#c8892b',
      polygon(
        [
          [-60, 90],
          [-60, 10],
          [-30, 10],
          [-30, -50],
          [0, -90],
          [30, -50],
          [30, 10],
          [60, 10],
          [60, 90],
        ],
        '#2b1808',
      ),
    )}${frame(
      1180,
      '#b81f2e',
      polygon(
        [
          [-50, 90],
          [-20, -60],
          [10, 20],
          [30, -80],
          [56, 90],
        ],
        '#1a0a0c',
      ),
    )}${frame(1360, '#1b2b6b', circle(0, 0, 54, '#f7e2a0') + rect(8, -26, 22, 44, '#6b7688', 'transform="rotate(30 19 -4)"'))}
    ${rect(480, 250, 640, 300, '#17121a', 'rx="8"')}${each(3, (column) => each(5, (row) => rect(510 + column * 200, 284 + row * 48, 100 + ((row * 31 + column * 17) % 50), 12, row ? '#fff3cf' : accent, 'rx="6" opacity=".85"') + rect(662 + column * 200, 284 + row * 48, 22, 12, accent, 'rx="6"')))}
    <g>${rect(150, 470, 230, 250, '#fff8e4', 'opacity=".25"')}${rect(140, 440, 250, 50, accent)}${each(26, (kernel) => circle(170 + ((kernel * 47) % 190), 640 + ((kernel * 29) % 70), 17, kernel % 3 ? '#ffe9a8' : '#fff8dd'))}${polygon(
      [
        [220, 520],
        [310, 520],
        [296, 570],
        [234, 570],
      ],
      '#8a8a94',
    )}${rect(140, 706, 250, 24, accent)}${line('M150 490V706M380 490V706', '#c9a24a', 9)}</g>
    ${rect(100, 720, 1400, 40, '#f3e6cf', 'rx="8"')}${rect(120, 760, 1360, 150, counter)}${each(28, (slat) => rect(132 + slat * 48, 768, 30, 134, '#000', 'opacity=".14" rx="4"'))}${rect(120, 900, 1360, 16, accent)}
    ${[560, 620, 680]
      .map(
        (x) =>
          polygon(
            [
              [x - 24, 640],
              [x + 24, 640],
              [x + 18, 720],
              [x - 18, 720],
            ],
            '#c8202f',
          ) + rect(x - 28, 628, 56, 14, '#fffaf0', 'rx="6"'),
      )
      .join(
        '',
      )}${rect(1000, 610, 150, 110, '#2a2a33', 'rx="10"')}${rect(1016, 626, 118, 70, '#8fd3e8', 'rx="4"')}${rect(1250, 560, 130, 160, '#c0c4cc', 'rx="14"')}${rect(1272, 590, 86, 50, '#2a2a33', 'rx="6"')}${circle(1290, 664, 9, accent)}${circle(1318, 664, 9, '#2a2a33')}${rect(1290, 690, 50, 30, '#fffaf0')}
    ${[330, 640, 960, 1270].map(pendant).join('')}`,
  )
}

/** The projector in its room, and the beam through the port. */
export function projectionRoom(name: string, [wall, metal, accent]: [wall: string, metal: string, accent: string]): Picture {
  const reel = (x: number, y: number, r: number) =>
    `${circle(x, y, r, '#14151a')}${circle(x, y, r * 0.9, accent, 'opacity=".9"')}${circle(x, y, r * 0.8, '#14151a')}${each(6, (hole) => circle(x + r * 0.5 * Math.cos(hole * 1.0472), y + r * 0.5 * Math.sin(hole * 1.0472), r * 0.19, accent, 'opacity=".8"'))}${circle(x, y, r * 0.14, '#fff3cf')}`
  return wide(
    name,
    `<defs>${linear('wall', [wall, '#0c0a10'], [1, 0, 0, 1])}${linear(
      'beam',
      [
        ['#fff6d6', 0.95],
        ['#fff6d6', 0.12],
      ],
      [0, 0, 1, 0],
    )}${linear('metal', [metal, '#23262e'])}${radial('warm', [
      ['#ffdf9a', 0.5],
      ['#ffdf9a', 0],
    ])}</defs>
    ${rect(0, 0, 1600, 1000, 'url(#wall)')}${each(7, (course) => line(`M0 ${course * 130}H1600`, '#000', 3, 'opacity=".25"') + each(9, (brick) => line(`M${brick * 200 + (course % 2) * 100} ${course * 130}v130`, '#000', 3, 'opacity=".25"')))}
    ${rect(1180, 300, 300, 230, '#08070a')}${rect(1200, 320, 260, 190, '#fff6d6', 'opacity=".35"')}${polygon(
      [
        [900, 452],
        [1600, 250],
        [1600, 640],
        [900, 494],
      ],
      'url(#beam)',
    )}
    ${each(12, (speck) => circle(1000 + ((speck * 173) % 560), 380 + ((speck * 97) % 170), 3, '#fff'))}
    ${rect(80, 130, 330, 300, '#1a161c')}${each(3, (shelf) => rect(80, 220 + shelf * 100, 330, 10, '#5a3a24') + each(5, (can) => ellipse(130 + can * 58, 210 + shelf * 100, 26, 8, accent) + rect(104 + can * 58, 186 + shelf * 100, 52, 24, ['#8a8f9c', '#a8432f', '#3f6d7a'][(can + shelf) % 3] ?? '') + ellipse(130 + can * 58, 186 + shelf * 100, 26, 8, '#c9ced8')))}
    ${rect(560, 700, 240, 220, 'url(#metal)')}${polygon(
      [
        [520, 920],
        [840, 920],
        [880, 1000],
        [480, 1000],
      ],
      '#1a1c22',
    )}${line('M470 300L640 460M800 240L720 440', '#14151a', 26)}${reel(450, 270, 170)}${reel(820, 210, 140)}${line('M450 440C480 520 560 520 620 540M820 350C800 420 780 440 740 470', accent, 7)}
    ${rect(500, 430, 320, 280, 'url(#metal)', 'rx="18"')}${rect(520, 450, 280, 60, '#14151a', 'rx="8"')}${circle(600, 600, 62, '#14151a')}${circle(600, 600, 44, accent)}${circle(600, 600, 16, '#14151a')}${each(3, (knob) => circle(700 + knob * 36, 640, 11, knob ? '#c9ced8' : '#d8432f'))}${rect(820, 430, 90, 86, '#14151a')}${ellipse(910, 473, 16, 40, '#fff6d6')}${ellipse(910, 473, 90, 120, 'url(#warm)')}
    ${rect(0, 960, 1600, 40, '#08070a')}`,
  )
}
