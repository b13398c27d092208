import { circle, each, ellipse, line, path, polygon, rect } from './svg.ts'

/** A tall paper cup with a lid and a straw. */
export const softDrink = (tone: string, band: string) =>
  `${line('M640 420L700 130', '#fff', 30, 'stroke-linecap="round"')}${line('M652 360L660 320M672 262L680 222M692 166L698 140', band, 30)}${polygon(
    [
      [400, 440],
      [800, 440],
      [744, 1020],
      [456, 1020],
    ],
    tone,
  )}${polygon(
    [
      [412, 560],
      [788, 560],
      [766, 800],
      [434, 800],
    ],
    '#fffaf0',
  )}${circle(600, 680, 84, band)}${polygon(
    [
      [572, 636],
      [572, 724],
      [650, 680],
    ],
    '#fffaf0',
  )}${rect(376, 400, 448, 56, '#fffaf0', 'rx="22"')}${rect(420, 362, 360, 46, '#f1e6d2', 'rx="18"')}${polygon(
    [
      [690, 456],
      [800, 456],
      [744, 1020],
      [670, 1020],
    ],
    '#000',
    'opacity=".1"',
  )}`

/** A glass with ice in what it holds. */
export const glass = (drink: string, garnish: string) =>
  `${garnish}${polygon(
    [
      [400, 330],
      [800, 330],
      [746, 1020],
      [454, 1020],
    ],
    '#ffffff',
    'opacity=".35"',
  )}${polygon(
    [
      [412, 450],
      [788, 450],
      [738, 1000],
      [462, 1000],
    ],
    drink,
  )}${ellipse(600, 450, 188, 26, '#fff', 'opacity=".35"')}${[
    [490, 500, 12],
    [620, 560, -16],
    [520, 660, 24],
    [660, 700, 8],
  ]
    .map(([x = 0, y = 0, turn = 0]) => rect(x, y, 92, 92, '#fff', `opacity=".42" rx="14" transform="rotate(${turn} ${x + 46} ${y + 46})"`))
    .join('')}${polygon(
    [
      [440, 470],
      [476, 470],
      [504, 960],
      [480, 960],
    ],
    '#fff',
    'opacity=".45"',
  )}`

/** A cup on a saucer, seen from a little above. */
export const coffee = (cup: string, drink: string, top: string) =>
  `${ellipse(600, 1000, 340, 62, '#fffaf0')}${ellipse(600, 990, 300, 44, '#e4d6bf')}${circle(842, 720, 100, 'none', `stroke="${cup}" stroke-width="44"`)}${path('M330 560C330 820 400 980 520 990H680C800 980 870 820 870 560Z', cup)}${path('M720 560C730 800 700 950 640 990H680C800 980 870 820 870 560Z', '#000', 'opacity=".1"')}${ellipse(600, 560, 270, 70, '#fffdf7')}${ellipse(600, 568, 240, 56, drink)}${top}${[500, 600, 700].map((x) => line(`M${x} 440C${x - 40} 380 ${x + 40} 330 ${x} 260`, '#fff', 16, 'stroke-linecap="round" opacity=".6"')).join('')}`

export const heart = path(
  'M600 596C540 572 528 536 560 534C584 534 598 550 600 558C602 550 616 534 640 534C672 536 660 572 600 596Z',
  '#fff4e0',
)

export const wine = `${polygon(
  [
    [594, 700],
    [606, 700],
    [612, 990],
    [588, 990],
  ],
  '#fff',
  'opacity=".8"',
)}${ellipse(600, 1000, 130, 26, '#fff', 'opacity=".8"')}${path('M420 280C400 560 480 700 600 706C720 700 800 560 780 280Z', '#fff', 'opacity=".35"')}${path('M418 420C420 580 490 686 600 690C710 686 780 580 782 420Z', '#7d1230')}${ellipse(600, 420, 182, 30, '#a3284a')}${path('M452 330C446 470 476 590 530 640', 'none', 'stroke="#fff" stroke-width="16" stroke-linecap="round" opacity=".6"')}`

export const beer = `${circle(826, 690, 120, 'none', 'stroke="#fff" stroke-width="44" opacity=".6"')}${rect(400, 420, 400, 600, '#f2a93b', 'rx="24"')}${rect(400, 420, 400, 600, '#fff', 'rx="24" opacity=".12"')}${each(3, (index) => rect(446 + index * 116, 500, 60, 470, '#fff', 'rx="30" opacity=".28"'))}${each(9, (index) => circle(420 + index * 46, 420 - (index % 3) * 26, 62, '#fffaf0'))}${rect(384, 400, 432, 80, '#fffaf0', 'rx="36"')}${path('M690 470C690 560 660 570 664 620C680 640 710 620 712 570V470Z', '#fffaf0')}`

export const water = `${rect(540, 190, 120, 70, '#2b78b8', 'rx="12"')}${path('M550 260H650V340C650 400 730 420 730 520V960C730 1000 710 1020 680 1020H520C490 1020 470 1000 470 960V520C470 420 550 400 550 340Z', '#bfe4f5', 'opacity=".9"')}${rect(470, 600, 260, 230, '#fff')}${path('M500 790C560 690 580 690 610 740C630 700 660 720 700 790Z', '#2b78b8')}${circle(668, 660, 22, '#f4b942')}${path('M510 500C510 440 560 430 570 380', 'none', 'stroke="#fff" stroke-width="16" stroke-linecap="round"')}${each(8, (index) => circle(500 + ((index * 67) % 200), 880 + ((index * 41) % 110), 8, '#fff', 'opacity=".8"'))}`

export const tea = coffee(
  '#4f8f7a',
  '#b5651d',
  circle(560, 570, 26, '#d98a3d') + line('M760 560C800 640 790 700 800 740', '#fffaf0', 6) + rect(770, 740, 64, 76, '#f4d35e', 'rx="6"'),
)

export const citrus = (tone: string) =>
  circle(800, 330, 120, tone) +
  circle(800, 330, 98, '#fff8dc') +
  each(8, (index) =>
    polygon(
      [
        [800, 330],
        [800 + 86 * Math.cos(index * 0.785 + 0.08), 330 + 86 * Math.sin(index * 0.785 + 0.08)],
        [800 + 86 * Math.cos(index * 0.785 + 0.7), 330 + 86 * Math.sin(index * 0.785 + 0.7)],
      ],
      tone,
    ),
  )

export const straw = line('M560 440L500 130', '#e0526e', 24, 'stroke-linecap="round"')

export const marshmallows =
  rect(500, 530, 60, 44, '#fff', 'rx="14"') + rect(590, 550, 60, 44, '#ffe3ea', 'rx="14"') + rect(650, 526, 56, 42, '#fff', 'rx="14"')
