import { seeded } from './random.ts'
import { circle, each, ellipse, line, path, polygon, rect } from './svg.ts'

function kernels(count: number, middle: [number, number], spread: [number, number], tones: string[], seed: number): string {
  const random = seeded(seed)
  return each(count, (index) => {
    const angle = random() * 2 * Math.PI
    const far = Math.sqrt(random())
    const [x, y, r] = [middle[0] + Math.cos(angle) * far * spread[0], middle[1] + Math.sin(angle) * far * spread[1], 30 + random() * 16]
    const tone = tones[index % tones.length] ?? '#fff'
    return (
      circle(x, y, r, tone) +
      circle(x + r * 0.8, y - r * 0.3, r * 0.7, tone) +
      circle(x + r * 0.2, y - r * 0.8, r * 0.7, '#fff8e0', 'opacity=".75"') +
      circle(x + r * 0.2, y + r * 0.2, r * 0.24, '#b97a1f', 'opacity=".55"')
    )
  })
}

/** A striped bucket, heaped. */
export function popcorn(tones: string[], stripe: string, seed: number): string {
  const side = (y: number) => 210 + ((1020 - y) / 480) * 70
  const stripes = each(7, (index) => {
    const at = (y: number, edge: number) => 600 - side(y) + (side(y) * 2 * edge) / 7
    return polygon(
      [
        [at(540, index), 540],
        [at(540, index + 1), 540],
        [at(1020, index + 1), 1020],
        [at(1020, index), 1020],
      ],
      index % 2 ? '#fffaf0' : stripe,
    )
  })
  return `${kernels(44, [600, 450], [250, 130], tones, seed)}${stripes}${ellipse(600, 546, 282, 34, '#000', 'opacity=".12"')}${kernels(16, [600, 520], [236, 30], tones, seed + 1)}${kernels(3, [330, 990], [70, 12], tones, seed + 2)}${polygon(
    [
      [740, 540],
      [880, 540],
      [810, 1020],
      [706, 1020],
    ],
    '#000',
    'opacity=".1"',
  )}`
}

export const nachos = (dip: string, bits: string, seed: number) => {
  const random = seeded(seed)
  const chip = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${path('M-96 70Q0 96 96 70L8 -96Q-4 -104 -14 -92Z', '#eda93c')}${path('M-70 56Q0 74 68 54L4 -66Z', '#f7c565')}${circle(-16, 30, 6, '#c97a1e')}${circle(24, 40, 5, '#c97a1e')}${circle(4, -10, 5, '#c97a1e')}</g>`
  return `${each(13, (index) => chip(350 + (index % 7) * 84 + random() * 20, 640 - Math.sin(((index % 7) / 6) * 3.14) * 210 + Math.floor(index / 7) * 90, random() * 90 - 45))}${path('M230 730H970C960 900 860 1010 740 1016H460C340 1010 240 900 230 730Z', '#2f5d73')}${path('M760 730H970C960 900 860 1010 740 1016H640C720 980 760 860 760 730Z', '#000', 'opacity=".14"')}${rect(214, 704, 772, 44, '#3f7690', 'rx="20"')}${path('M430 700C440 610 760 610 770 700C776 760 730 770 716 820C704 850 690 840 684 800C676 770 640 776 632 816C624 880 600 876 592 820C580 776 540 770 526 800C512 830 496 800 490 772C470 760 424 750 430 700Z', dip)}${each(16, (index) => circle(460 + random() * 280, 660 + random() * 70, 9 + random() * 7, index % 2 ? bits : '#fffaf0'))}`
}

export const hotDog = (sausage: string, drizzle: string) =>
  `${rect(150, 960, 900, 44, '#fffaf0', 'rx="20"')}${path('M200 760C200 640 300 600 420 600H780C900 600 1000 640 1000 760C1000 800 960 820 900 820H300C240 820 200 800 200 760Z', '#d99344')}${path('M230 730C240 650 320 622 420 622H780C880 622 960 650 970 730Z', '#efb86b')}${rect(140, 690, 920, 130, sausage, 'rx="65"')}${rect(190, 706, 820, 26, '#fff', 'rx="13" opacity=".22"')}${path('M200 770H1000C1010 900 940 964 840 964H360C260 964 190 900 200 770Z', '#e8a858')}${path('M720 770H1000C1010 900 940 964 840 964H640C700 930 720 860 720 770Z', '#000', 'opacity=".1"')}${line('M210 740C250 690 290 690 330 740S410 790 450 740S530 690 570 740S650 790 690 740S770 690 810 740S890 790 930 740S980 700 1000 730', drizzle, 26, 'stroke-linecap="round"')}`

export const scoops = (tones: string[]) =>
  `${polygon(
    [
      [430, 640],
      [770, 640],
      [600, 1090],
    ],
    '#d99a4e',
  )}${each(5, (index) => line(`M${440 + index * 66} 640L${600 + index * 18} ${1060 - index * 60}M${760 - index * 66} 640L${600 - index * 18} ${1060 - index * 60}`, '#a86a28', 8))}${rect(410, 606, 380, 56, '#e8b269', 'rx="24"')}${tones.map((tone, index) => `${circle([500, 700, 600][index] ?? 600, [510, 510, 340][index] ?? 340, 148, tone)}${path(`M${([500, 700, 600][index] ?? 600) - 96} ${([510, 510, 340][index] ?? 340) - 50}Q${([500, 700, 600][index] ?? 600) - 60} ${([510, 510, 340][index] ?? 340) - 120} ${[500, 700, 600][index] ?? 600} ${([510, 510, 340][index] ?? 340) - 118}`, 'none', 'stroke="#fff" stroke-width="18" stroke-linecap="round" opacity=".6"')}`).join('')}${circle(620, 186, 40, '#d3213f')}${line('M622 150C630 110 660 90 690 86', '#5a7a2a', 10, 'stroke-linecap="round"')}`

export const pretzel = `${line('M600 900C380 920 270 760 300 600C330 440 540 420 600 600C660 780 790 900 860 850M600 900C820 920 930 760 900 600C870 440 660 420 600 600C540 780 410 900 340 850', '#8a4a1a', 120, 'stroke-linecap="round"')}${line('M600 900C380 920 270 760 300 600C330 440 540 420 600 600C660 780 790 900 860 850M600 900C820 920 930 760 900 600C870 440 660 420 600 600C540 780 410 900 340 850', '#c97b34', 84, 'stroke-linecap="round"')}${[
  [340, 560],
  [400, 500],
  [470, 500],
  [730, 500],
  [800, 510],
  [860, 570],
  [300, 700],
  [900, 700],
  [360, 820],
  [840, 820],
  [560, 620],
  [640, 640],
  [520, 900],
  [680, 900],
]
  .map(([x = 0, y = 0]) => rect(x, y, 22, 18, '#fffaf0', `rx="4" transform="rotate(${(x * 7) % 90} ${x} ${y})"`))
  .join('')}`

export const chocolate = `<g transform="rotate(-14 600 640)">${rect(360, 240, 480, 760, '#5a2f1a', 'rx="20"')}${each(4, (row) => each(3, (column) => rect(384 + column * 150, 264 + row * 150, 132, 132, '#74401f', 'rx="12"') + rect(396 + column * 150, 276 + row * 150, 108, 20, '#fff', 'rx="10" opacity=".14"')))}${polygon(
  [
    [340, 640],
    [400, 610],
    [460, 650],
    [540, 606],
    [620, 652],
    [700, 610],
    [780, 650],
    [860, 616],
    [860, 1030],
    [340, 1030],
  ],
  '#c0203a',
)}${polygon(
  [
    [340, 640],
    [400, 610],
    [460, 650],
    [540, 606],
    [620, 652],
    [700, 610],
    [780, 650],
    [860, 616],
    [860, 680],
    [340, 690],
  ],
  '#e9c46a',
)}${circle(600, 850, 96, '#e9c46a')}${polygon(
  [
    [568, 796],
    [568, 904],
    [662, 850],
  ],
  '#c0203a',
)}</g>`

export const sweets = (() => {
  const random = seeded(5)
  const tones = ['#e63946', '#f4a020', '#f7d648', '#3fae5a', '#3b82c4', '#9b4fc0']
  const drop = (x: number, y: number, tone: string) =>
    ellipse(x, y, 46, 38, tone, `transform="rotate(${random() * 90} ${x} ${y})"`) + ellipse(x - 12, y - 12, 14, 8, '#fff', 'opacity=".6"')
  return `${each(22, (index) => drop(400 + random() * 400, 380 + random() * 130, tones[index % 6] ?? ''))}${path('M350 430L380 460L410 430L440 460L470 430L500 460L530 430L560 460L590 430L620 460L650 430L680 460L710 430L740 460L770 430L800 460L850 430L810 1020H390Z', '#fff3df')}${each(5, (index) => rect(402 + index * 88, 470, 40, 550, '#f2a6b5', 'opacity=".75"'))}${circle(600, 740, 120, '#fff')}${circle(600, 740, 96, '#e0526e')}${polygon(
    [
      [572, 690],
      [572, 790],
      [656, 740],
    ],
    '#fff',
  )}${[
    [280, 1000],
    [350, 1040],
    [880, 1010],
    [940, 1040],
  ]
    .map(([x = 0, y = 0], index) => drop(x, y, tones[index + 1] ?? ''))
    .join('')}`
})()

export const brownie = `${ellipse(600, 990, 380, 66, '#fffaf0')}${polygon(
  [
    [330, 700],
    [640, 620],
    [900, 700],
    [590, 800],
  ],
  '#7a4524',
)}${polygon(
  [
    [330, 700],
    [590, 800],
    [590, 990],
    [330, 880],
  ],
  '#4a2412',
)}${polygon(
  [
    [590, 800],
    [900, 700],
    [900, 880],
    [590, 990],
  ],
  '#5a2f18',
)}${each(9, (index) => ellipse(430 + index * 46, 700 + ((index * 37) % 60) - 20, 20, 12, '#e9c08a', `transform="rotate(${index * 40} ${430 + index * 46} ${700 + ((index * 37) % 60) - 20})"`))}${circle(650, 590, 110, '#fff6e4')}${path('M548 600C540 660 580 670 590 640C600 700 640 690 650 660C670 710 720 690 716 640C740 650 760 630 752 600Z', '#fff6e4')}${path('M580 540Q610 500 660 500', 'none', 'stroke="#fff" stroke-width="16" stroke-linecap="round"')}`
