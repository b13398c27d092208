import { lettering } from './lettering.ts'
import { scattered, scene } from './scene.ts'
import { circle, each, ellipse, line, mirrored, path, polygon, rays, rect } from './svg.ts'

/** A line of writing seen from afar: each word by its left end and its length. */
const words = (of: [x: number, length: number][], y: number, tone: string) =>
  of.map(([x, length]) => rect(x, y, length, 14, tone, 'rx="7"')).join('')

export const organ = scene(
  'the-organ.jpg',
  ['#3b0f24', '#7c1f36', '#2a0a18'],
  `${rays([800, 900], 1500, 20, '#ffdf9a', 0.08)}${ellipse(800, 520, 760, 460, 'url(#glow)')}${each(25, (index) => {
    const [x, tall] = [800 + (index - 12) * 54, 640 - Math.abs(Math.abs(index - 12) - 6) * 46]
    return `${rect(x - 21, 800 - tall, 42, tall, 'url(#brass)')}${path(`M${x - 21} ${800 - tall}Q${x} ${770 - tall} ${x + 21} ${800 - tall}Z`, '#fff0b8')}${path(`M${x - 14} 700Q${x} 672 ${x + 14} 700L${x + 10} 730H${x - 10}Z`, '#2a0a18')}`
  })}${rect(80, 780, 1440, 40, '#5a2a18')}${rect(420, 800, 760, 200, '#3a1810', 'rx="14"')}${each(2, (manual) => rect(470 - manual * 14, 836 + manual * 62, 660 + manual * 28, 46, '#fffaf0') + each(26, (key) => rect(474 - manual * 14 + key * (25 + manual), 836 + manual * 62, 2, 46, '#b8a68a') + (key % 7 === 2 || key % 7 === 6 ? '' : rect(490 - manual * 14 + key * (25 + manual), 836 + manual * 62, 13, 27, '#17121a'))))}${mirrored(
    800,
    each(5, (stop) => circle(448, 838 + stop * 28, 9, stop % 2 ? '#e9c46a' : '#fffaf0')),
  )}${rect(0, 700, 1600, 300, 'url(#dusk)')}`,
)

export const piano = scene(
  'piano-keys.jpg',
  ['#12233f', '#24406b', '#0b1526'],
  `${polygon(
    [
      [1160, -20],
      [1360, -20],
      [1180, 1000],
      [240, 1000],
    ],
    '#fff3cf',
    'opacity=".13"',
  )}<g transform="rotate(-9 800 720) translate(-60 0)">${rect(-100, 520, 1960, 60, '#0a0f1a')}${each(20, (key) => rect(-80 + key * 94, 580, 90, 420, '#fffaf0', 'rx="8"') + rect(-80 + key * 94, 962, 90, 38, '#d8cbb0', 'rx="8"'))}${each(20, (key) => (key % 7 === 2 || key % 7 === 6 ? '' : rect(-14 + key * 94, 570, 56, 260, '#14161d', 'rx="8"') + rect(-6 + key * 94, 576, 14, 220, '#fff', 'rx="6" opacity=".16"')))}</g>
  ${[
    [380, 330, 1],
    [700, 220, 1.3],
    [1010, 300, 0.9],
    [1250, 180, 1.15],
  ]
    .map(
      ([x = 0, y = 0, size = 1], index) =>
        `<g transform="translate(${x} ${y}) scale(${size}) rotate(${index * 9 - 14})">${ellipse(0, 60, 34, 25, '#ffd98a', 'transform="rotate(-20 0 60)"')}${rect(26, -70, 9, 130, '#ffd98a')}${index % 2 ? path('M26 -70C70 -60 80 -20 62 14C64 -16 50 -34 26 -40Z', '#ffd98a') : rect(26, -76, 96, 22, '#ffd98a') + rect(114, -70, 9, 120, '#ffd98a') + ellipse(90, 50, 34, 25, '#ffd98a', 'transform="rotate(-20 90 50)"')}</g>`,
    )
    .join('')}`,
)

export const openAir = scene(
  'open-air-screen.jpg',
  ['#0b1b3a', '#1f3f6d', '#4a6a8f', '#d99a78'],
  `${scattered(90, 4, (x, y, chance) => circle(x, y, 1.5 + chance * 3, '#fff6d6'), [0, 480])}${path('M0 700C400 600 1200 600 1600 700V1000H0Z', '#1d4a3c')}${mirrored(800, circle(100, 560, 150, '#12342e') + circle(250, 620, 120, '#174036') + circle(-20, 650, 120, '#0f2c28'))}${ellipse(800, 440, 620, 380, 'url(#glow)')}${rect(430, 190, 740, 440, '#0b1220')}${rect(450, 210, 700, 400, '#f7e9c4')}${circle(800, 400, 140, '#e9b44c')}${path('M450 610V520L620 420L760 530L900 400L1150 560V610Z', '#3a5a6a')}${line('M460 630L400 800M1140 630L1200 800', '#0b1220', 14)}
  ${line('M0 150Q400 260 800 150T1600 150', '#0b1220', 5)}${each(17, (bulb) => circle(bulb * 100, 150 + Math.sin((bulb / 8) * Math.PI) * 52, 12, '#ffe9a8'))}${each(9, (blanket) => path(`M${70 + blanket * 172} ${850 + (blanket % 3) * 40}h130l24 50h-176Z`, ['#c94b4b', '#e9b44c', '#3f7d8c', '#8c5a9b'][blanket % 4] ?? ''))}${each(16, (person) => circle(110 + person * 92, 800 + (person % 3) * 42, 24, '#12181f') + path(`M${72 + person * 92} ${880 + (person % 3) * 42}C${76 + person * 92} ${830 + (person % 3) * 42} ${144 + person * 92} ${830 + (person % 3) * 42} ${148 + person * 92} ${880 + (person % 3) * 42}Z`, '#12181f'))}`,
)

export const balloons = scene(
  'matinee-balloons.jpg',
  ['#fbe3b8', '#f7c59f', '#ef9a83'],
  `${rays([800, 1100], 1600, 18, '#fff8e4', 0.4)}${[
    [300, 380, '#d8432f'],
    [460, 240, '#3f7d8c'],
    [640, 400, '#e9b44c'],
    [820, 220, '#8c5a9b'],
    [990, 390, '#4f9a6a'],
    [1160, 250, '#d8432f'],
    [1310, 400, '#2f5d93'],
  ]
    .map(
      ([x, y, tone]) =>
        `${line(`M${x} ${Number(y) + 130}C${Number(x) + 30} ${Number(y) + 280} 760 700 800 830`, '#5a4038', 4)}${path(`M${x} ${Number(y) + 136}C${Number(x) - 130} ${Number(y) + 60} ${Number(x) - 120} ${Number(y) - 130} ${x} ${Number(y) - 130}C${Number(x) + 120} ${Number(y) - 130} ${Number(x) + 130} ${Number(y) + 60} ${x} ${Number(y) + 136}Z`, String(tone))}${path(`M${Number(x) - 14} ${Number(y) + 150}L${x} ${Number(y) + 128}L${Number(x) + 14} ${Number(y) + 150}Z`, String(tone))}${ellipse(Number(x) - 42, Number(y) - 60, 20, 34, '#fff', `opacity=".45" transform="rotate(20 ${Number(x) - 42} ${Number(y) - 60})"`)}`,
    )
    .join('')}
  <g transform="translate(800 880) rotate(-4)">${rect(-260, -70, 520, 160, '#fffaf0', 'rx="18"')}${circle(-260, 10, 26, '#f0a78a')}${circle(260, 10, 26, '#f0a78a')}${line('M130 -70V90', '#d8432f', 6, 'stroke-dasharray="12 10"')}${lettering('Matinee', { x: -70, base: 42, size: 62, colour: '#d8432f' })}${circle(194, 10, 36, '#e9b44c')}${polygon(
    [
      [182, -10],
      [182, 30],
      [216, 10],
    ],
    '#fffaf0',
  )}</g>`,
)

export const subtitles = scene(
  'subtitled-screen.jpg',
  ['#1c1f2b', '#2f3650', '#14161f'],
  `${ellipse(800, 420, 900, 480, 'url(#glow)')}${rect(170, 90, 1260, 690, '#0a0b10', 'rx="10"')}${rect(190, 110, 1220, 650, '#5f8fa8')}${circle(1130, 300, 110, '#fbe7ae')}${path('M190 560C420 420 620 480 800 540C1000 600 1200 470 1410 520V760H190Z', '#35607a')}${path('M190 640C480 560 720 620 960 640C1150 650 1280 600 1410 620V760H190Z', '#1f3f55')}${path('M560 640C540 500 560 420 620 400C680 420 700 500 680 640Z', '#14202b')}${circle(620, 360, 46, '#14202b')}${path('M900 640C890 520 900 450 950 430C1000 450 1010 520 1000 640Z', '#14202b')}${circle(950, 392, 42, '#14202b')}
  ${rect(430, 650, 740, 34, '#0a0b10', 'opacity=".75" rx="6"')}${rect(520, 698, 560, 34, '#0a0b10', 'opacity=".75" rx="6"')}${words(
    [
      [456, 80],
      [552, 130],
      [698, 60],
      [774, 150],
      [940, 100],
      [1056, 70],
    ],
    660,
    '#fffaf0',
  )}${words(
    [
      [546, 110],
      [672, 60],
      [748, 140],
      [904, 90],
    ],
    708,
    '#ffe066',
  )}
  ${each(13, (head) => circle(60 + head * 124, 900 + (head % 2) * 18, 46, '#0a0b10') + rect(0 + head * 124, 936 + (head % 2) * 14, 120, 90, '#0a0b10', 'rx="30"'))}`,
)

export const horrorNight = scene(
  'night-of-horror.jpg',
  ['#1a0f24', '#4a1736', '#a8323a', '#e8743a'],
  `${circle(800, 480, 440, 'url(#glow)')}${circle(800, 480, 270, '#fbe7ae')}${circle(720, 400, 40, '#e9cf8a', 'opacity=".6"')}${circle(900, 560, 60, '#e9cf8a', 'opacity=".5"')}${[
    [520, 260, 1.2],
    [1090, 220, 0.9],
    [340, 420, 0.7],
    [1300, 400, 1],
    [860, 160, 0.6],
    [640, 540, 0.5],
  ]
    .map(
      ([x, y, size]) =>
        `<g transform="translate(${x} ${y}) scale(${size})">${path('M0 -16L-10 -34L-14 -14C-50 -50 -100 -50 -150 -10C-120 -20 -104 -6 -100 16C-80 0 -60 4 -50 30C-36 14 -16 14 0 40C16 14 36 14 50 30C60 4 80 0 100 16C104 -6 120 -20 150 -10C100 -50 50 -50 14 -14L10 -34Z', '#140a18')}</g>`,
    )
    .join('')}
  ${path('M0 1000V780C160 740 240 800 380 760C520 720 600 800 760 770C960 730 1060 800 1240 760C1400 730 1500 780 1600 750V1000Z', '#140a18')}${polygon(
    [
      [560, 780],
      [560, 560],
      [590, 500],
      [620, 560],
      [620, 620],
      [700, 620],
      [700, 470],
      [740, 380],
      [780, 470],
      [780, 620],
      [850, 620],
      [850, 540],
      [884, 470],
      [918, 540],
      [918, 780],
    ],
    '#140a18',
  )}${[
    [588, 580],
    [734, 500],
    [734, 580],
    [882, 570],
    [660, 670],
    [800, 670],
  ]
    .map(([x = 0, y = 0]) => path(`M${x - 10} ${y + 36}V${y}Q${x} ${y - 16} ${x + 10} ${y}V${y + 36}Z`, '#ffb347'))
    .join('')}${[
    [180, 760],
    [1400, 740],
  ]
    .map(([x, y]) =>
      line(
        `M${x} ${y}V${Number(y) - 220}M${x} ${Number(y) - 120}L${Number(x) - 70} ${Number(y) - 220}M${x} ${Number(y) - 150}L${Number(x) + 80} ${Number(y) - 260}M${Number(x) - 36} ${Number(y) - 172}L${Number(x) - 30} ${Number(y) - 240}M${Number(x) + 40} ${Number(y) - 206}L${Number(x) + 36} ${Number(y) - 280}`,
        '#140a18',
        14,
        'stroke-linecap="round"',
      ),
    )
    .join('')}`,
)

export const winterMug = scene(
  'winter-menu.jpg',
  ['#22415f', '#4f7fa0', '#b8d3df'],
  `${scattered(120, 12, (x, y, chance) => circle(x, y, 2 + chance * 7, '#fff', `opacity="${0.5 + chance / 2}"`))}${path('M0 640L160 470L280 590L430 400L620 640Z', '#35607f')}${path('M980 640L1150 430L1290 570L1420 450L1600 640Z', '#35607f')}${path('M430 400L480 464L436 486L400 452Z', '#fff')}${path('M1150 430L1196 490L1150 506L1112 476Z', '#fff')}${rect(0, 640, 1600, 360, '#8a5a3a')}${each(6, (plank) => rect(0, 640 + plank * 62, 1600, 4, '#5a3822'))}${ellipse(800, 880, 420, 50, '#000', 'opacity=".25"')}
  ${circle(1040, 690, 104, 'none', 'stroke="#c9303e" stroke-width="46"')}${path('M520 520H1040C1040 740 1010 860 900 880H660C550 860 520 740 520 520Z', '#c9303e')}${each(9, (stitch) => path(`M${548 + stitch * 54} 680l14 22l14 -22l14 22`, 'none', 'stroke="#fffaf0" stroke-width="8"'))}${rect(526, 610, 510, 12, '#fffaf0', 'opacity=".9"')}${rect(532, 760, 496, 12, '#fffaf0', 'opacity=".9"')}${ellipse(780, 520, 260, 60, '#fffaf0')}${ellipse(780, 524, 232, 48, '#4a2412')}${[
    [700, 500],
    [780, 516],
    [850, 496],
  ]
    .map(([x = 0, y = 0]) => rect(x - 34, y - 26, 68, 46, '#fff6ea', 'rx="16"'))
    .join(
      '',
    )}${[680, 780, 880].map((x) => line(`M${x} 420C${x - 46} 340 ${x + 46} 290 ${x} 200`, '#fff', 18, 'stroke-linecap="round" opacity=".65"')).join('')}<g transform="translate(1240 800) rotate(18)">${rect(-120, -24, 240, 48, '#a8643a', 'rx="20"')}${each(7, (ring) => line(`M${-96 + ring * 32} -24q14 24 0 48`, '#6b3c20', 6))}</g><g transform="translate(300 830)">${each(8, (point) => `<g transform="rotate(${point * 45})">${path('M0 0C-20 -30 -14 -70 0 -86C14 -70 20 -30 0 0Z', '#7a4524')}</g>`)}${circle(0, 0, 18, '#e9b44c')}</g>`,
)

export const laurels = scene(
  'silent-film-week.jpg',
  ['#0f3d3a', '#1d6a5f', '#0a2a2b'],
  `${rays([800, 500], 1300, 24, '#ffe9a8', 0.07)}${ellipse(800, 500, 620, 420, 'url(#glow)')}${mirrored(
    800,
    each(12, (leaf) => {
      const angle = 0.62 + leaf * 0.2
      const [x, y] = [800 - 430 * Math.sin(angle + 0.1), 500 + 330 * Math.cos(angle + 0.1)]
      return `<g transform="translate(${x} ${y}) rotate(${(-angle * 180) / Math.PI - 50})">${path('M0 0C30 -40 90 -44 124 0C90 30 36 30 0 0Z', '#e9c46a')}${line('M8 0H108', '#a87a2a', 4)}</g><g transform="translate(${x} ${y}) rotate(${(-angle * 180) / Math.PI + 20})">${path('M0 0C26 -34 70 -36 96 0C70 24 30 24 0 0Z', '#c99a45')}</g>`
    }),
  )}${lettering('Silent', { x: 800, base: 400, size: 92, colour: '#fff3cf' })}${lettering('Film Week', { x: 800, base: 556, size: 92, colour: '#fff3cf' })}${rect(640, 620, 320, 5, '#e9c46a')}${lettering('Ten days', { x: 800, base: 690, size: 38, colour: '#e9c46a', spacing: 40 })}${each(16, (hole) => rect(30 + hole * 100, 24, 56, 40, '#0a2a2b', 'rx="8"') + rect(30 + hole * 100, 936, 56, 40, '#0a2a2b', 'rx="8"'))}`,
)

export const voucher = scene(
  'gift-voucher.jpg',
  ['#f3e2d0', '#e9c9b4', '#d9a58f'],
  `${scattered(70, 31, (x, y, chance) => rect(x, y, 10, 26, ['#c8202f', '#e9b44c', '#3f7d8c', '#fffaf0'][Math.floor(chance * 4)] ?? '', `rx="4" transform="rotate(${chance * 360} ${x} ${y})"`))}<g transform="translate(800 520) rotate(-7)">${rect(-500, -216, 1000, 450, '#000', 'rx="26" opacity=".16" transform="translate(16 24)"')}${path('M-480 -220H160A28 28 0 0 0 216 -220H480Q500 -220 500 -200V200Q500 220 480 220H216A28 28 0 0 0 160 220H-480Q-500 220 -500 200V-200Q-500 -220 -480 -220Z', '#b3122f')}${line('M188 -180V180', '#fff3cf', 6, 'stroke-dasharray="16 14"')}${rect(-466, -186, 610, 372, 'none', 'stroke="#e9c46a" stroke-width="5" rx="12"')}${lettering('Two seats', { x: -160, base: -16, size: 70, colour: '#fff3cf' })}${lettering('Any film', { x: -160, base: 100, size: 48, colour: '#e9c46a', spacing: 36 })}${each(5, (star) => `<g transform="translate(${-320 + star * 80} 150) scale(.5)">${path('M0 -34L10 -10L36 -8L16 8L22 34L0 20L-22 34L-16 8L-36 -8L-10 -10Z', '#e9c46a')}</g>`)}${circle(350, 0, 104, '#fff3cf')}${circle(350, 0, 84, '#b3122f')}${polygon(
    [
      [322, -50],
      [322, 50],
      [406, 0],
    ],
    '#fff3cf',
  )}</g>
  <g transform="translate(1190 250)">${path('M0 0C-60 -110 -190 -90 -150 -10C-130 30 -50 20 0 0C60 -110 190 -90 150 -10C130 30 50 20 0 0Z', '#e9c46a')}${path('M0 0L-90 130L-40 120L-20 160L10 20L60 150L80 110L130 110Z', '#c99a45')}${circle(0, 0, 28, '#f7dc8e')}</g>`,
)

export const solarRoof = scene(
  'solar-roof.jpg',
  ['#3f8fc4', '#8ec5e0', '#f7e3b8'],
  `${rays([1240, 240], 1700, 18, '#fff8dd', 0.22)}${circle(1240, 240, 240, 'url(#glow)')}${circle(1240, 240, 120, '#fff3b8')}${[
    [260, 220, 1],
    [640, 140, 0.7],
    [980, 420, 0.8],
  ]
    .map(
      ([x, y, size]) =>
        `<g transform="translate(${x} ${y}) scale(${size})" opacity=".9">${circle(0, 0, 60, '#fff')}${circle(70, -26, 76, '#fff')}${circle(150, 0, 58, '#fff')}${rect(-10, 0, 170, 58, '#fff', 'rx="29"')}</g>`,
    )
    .join(
      '',
    )}${each(16, (house) => rect(house * 104, 600 - ((house * 67) % 120), 96, 400, house % 2 ? '#7a98ab' : '#6a8a9f'))}${rect(0, 700, 1600, 300, '#9a4a3a')}${each(6, (course) => rect(0, 720 + course * 50, 1600, 3, '#7c382c'))}
  ${each(
    4,
    (panel) =>
      `<g transform="translate(${90 + panel * 375} 0)">${line('M70 860V780M270 860V720', '#3a4450', 16)}${polygon(
        [
          [0, 820],
          [120, 560],
          [360, 560],
          [300, 820],
        ],
        '#14304f',
      )}${each(4, (column) => line(`M${60 + column * 62} 820L${168 + column * 50} 560`, '#7fb4d9', 4))}${each(3, (row) => line(`M${30 + row * 30} ${755 - row * 65}L${316 + row * 14} ${755 - row * 65}`, '#7fb4d9', 4))}${polygon(
        [
          [120, 560],
          [210, 560],
          [110, 820],
          [0, 820],
        ],
        '#fff',
        'opacity=".14"',
      )}</g>`,
  )}${rect(0, 880, 1600, 30, '#d8a47f')}`,
)
