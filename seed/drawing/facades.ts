import { facade, warm } from './facade.ts'
import { couple, lamp, skyline, tree, walker } from './street.ts'
import { circle, each, ellipse, line, mirrored, path, polygon, rect } from './svg.ts'

export const harbour = facade('harbour-front.jpg', {
  sky: ['#101f3d', '#2d4a7a', '#8a6a8f', '#f0a06a'],
  wall: ['#eef1f0', '#8fa3b0'],
  neon: '#5fe3ff',
  sign: 'Harbour',
  behind: `${skyline(3, 820, '#24365a', warm)}${[120, 240, 1420, 1520].map((x, index) => line(`M${x} 840V${300 + index * 40}M${x - 60} ${460 + index * 30}H${x + 60}M${x} ${310 + index * 40}L${x - 90} 800M${x} ${310 + index * 40}L${x + 90} 800`, '#141f38', 6)).join('')}`,
  crown: `${path('M360 320C360 250 420 230 500 230H1100C1180 230 1240 250 1240 320Z', '#dfe6e6')}${each(4, (band) => rect(360, 332 + band * 20, 880, 6, '#4d7a94', 'opacity=".7"'))}${rect(760, 60, 80, 280, '#f6f8f7')}${rect(776, 80, 12, 250, '#5fe3ff')}${rect(812, 80, 12, 250, '#5fe3ff')}${circle(800, 60, 40, '#f6f8f7')}${circle(800, 60, 18, '#5fe3ff')}`,
  before:
    couple(270) +
    walker(1330, 0.9, '#3f6d5a') +
    [90, 1500].map((x) => `${rect(x - 26, 820, 52, 70, '#14121c')}${ellipse(x, 820, 36, 12, '#2a2733')}`).join(''),
})

export const oldTown = facade('old-town-front.jpg', {
  sky: ['#1a1533', '#4a2f63', '#b45a6a', '#f4a765'],
  wall: ['#a8794f', '#5a3a26'],
  neon: '#ffb347',
  sign: 'Old Town',
  behind: `${path('M0 640C200 520 420 440 620 470C900 500 1200 400 1600 560V1000H0Z', '#2c1f3f')}${polygon(
    [
      [1010, 470],
      [1010, 330],
      [1050, 330],
      [1050, 290],
      [1090, 290],
      [1090, 330],
      [1170, 330],
      [1170, 240],
      [1230, 240],
      [1230, 350],
      [1330, 350],
      [1330, 480],
    ],
    '#231833',
  )}${rect(0, 420, 170, 500, '#3a2636')}${polygon(
    [
      [-10, 424],
      [80, 300],
      [180, 424],
    ],
    '#2a1a28',
  )}${rect(160, 480, 210, 420, '#4a3040')}${polygon(
    [
      [150, 484],
      [265, 350],
      [380, 484],
    ],
    '#301f2c',
  )}${rect(1230, 460, 190, 440, '#452c3a')}${polygon(
    [
      [1220, 464],
      [1325, 330],
      [1430, 464],
    ],
    '#2c1b27',
  )}${rect(1410, 410, 200, 500, '#37242f')}${polygon(
    [
      [1400, 414],
      [1510, 290],
      [1620, 414],
    ],
    '#271822',
  )}${[
    [60, 500],
    [220, 560],
    [300, 640],
    [1290, 560],
    [1350, 650],
    [1470, 500],
    [1540, 600],
  ]
    .map(([x = 0, y = 0]) => rect(x, y, 34, 50, warm, 'opacity=".85"'))
    .join('')}`,
  crown: `${polygon(
    [
      [340, 330],
      [480, 330],
      [480, 270],
      [540, 270],
      [540, 210],
      [600, 210],
      [600, 150],
      [680, 150],
      [680, 100],
      [920, 100],
      [920, 150],
      [1000, 150],
      [1000, 210],
      [1060, 210],
      [1060, 270],
      [1120, 270],
      [1120, 330],
      [1260, 330],
    ],
    '#a8794f',
  )}${polygon(
    [
      [340, 330],
      [1260, 330],
      [1260, 342],
      [340, 342],
    ],
    '#e0b27a',
  )}${circle(800, 250, 74, '#3a2418')}${circle(800, 250, 62, warm)}${each(8, (spoke) => rect(796, 190, 8, 120, '#3a2418', `transform="rotate(${spoke * 22.5} 800 250)"`))}${each(6, (course) => each(7, (stone) => rect(370 + stone * 126 + (course % 2) * 40, 350 + course * 80, 70, 3, '#3a2418', 'opacity=".35"')))}`,
  before: lamp(230) + lamp(1370) + couple(1300) + walker(330, 0.85, '#4b3f72'),
  doors: 3,
})

export const stationSquare = facade('station-square-front.jpg', {
  sky: ['#0d1b2a', '#1f3b57', '#5b7a99', '#e8b48a'],
  wall: ['#b0503c', '#6b2a22'],
  neon: '#ff5d73',
  sign: 'Station Square',
  behind: `${skyline(8, 800, '#1b2f47', warm)}${path('M1180 620C1300 480 1500 480 1640 620V840H1180Z', '#243d58')}${each(7, (rib) => line(`M${1200 + rib * 70} 840V${600 - (3 - Math.abs(rib - 3)) * 30}`, '#8fb4cf', 4, 'opacity=".5"'))}`,
  crown: `${polygon(
    [
      [340, 330],
      [340, 290],
      [620, 290],
      [620, 330],
    ],
    '#d8a47f',
  )}${polygon(
    [
      [980, 330],
      [980, 290],
      [1260, 290],
      [1260, 330],
    ],
    '#d8a47f',
  )}${path('M600 420V250C600 110 1000 110 1000 250V420Z', '#8c3c2e')}${path('M640 420V260C640 160 960 160 960 260V420Z', warm)}${each(7, (pane) => line(`M${664 + pane * 45} 420V${206 - (3 - Math.abs(pane - 3)) * 12}`, '#6b2a22', 8))}${line('M640 300H960M650 230H950', '#6b2a22', 8)}${circle(800, 120, 62, '#f3e6cf')}${circle(800, 120, 50, '#fffaf0')}${line('M800 120V86M800 120L824 134', '#2a1c1c', 7, 'stroke-linecap="round"')}${rect(360, 350, 240, 8, '#d8a47f')}${rect(1000, 350, 240, 8, '#d8a47f')}`,
  before:
    `${rect(0, 820, 360, 6, '#8fb4cf', 'opacity=".4"')}<g transform="translate(60 700)">${rect(0, 0, 260, 130, '#8a1c2b', 'rx="22"')}${rect(0, 60, 260, 14, '#f3e6cf')}${each(3, (index) => rect(18 + index * 80, 16, 62, 40, warm, 'rx="6"'))}${circle(56, 138, 24, '#14121c')}${circle(204, 138, 24, '#14121c')}</g>` +
    couple(1320) +
    walker(1440, 0.8, '#c98b3a'),
})

export const meadows = facade('meadows-front.jpg', {
  sky: ['#14304a', '#2f6f7a', '#9cc5a1', '#f6d58a'],
  wall: ['#2d4a4a', '#1a2f33'],
  neon: '#b8f26a',
  sign: 'Meadows',
  behind: `${path('M0 720C300 620 700 690 1000 640C1250 610 1450 650 1600 620V1000H0Z', '#27574e')}${tree(110, 520, 1.2, '#1c4740')}${tree(270, 600, 0.9, '#255a4c')}${tree(1340, 560, 1, '#1f4f45')}${tree(1500, 500, 1.25, '#1a433c')}`,
  crown: `${polygon(
    [
      [320, 330],
      [1280, 250],
      [1280, 290],
      [320, 370],
    ],
    '#e9dcc0',
  )}${polygon(
    [
      [360, 366],
      [1240, 294],
      [1240, 420],
      [360, 420],
    ],
    '#ffe9b4',
    'opacity=".75"',
  )}${each(12, (post) => line(`M${370 + post * 78} ${366 - post * 6.4}V420`, '#1a2f33', 8))}${circle(470, 396, 12, '#fff')}${circle(820, 380, 12, '#fff')}${circle(1120, 364, 12, '#fff')}`,
  before: `${couple(230)}${walker(1420, 0.82, '#d97b4a')}${[60, 1560].map((x) => `${circle(x, 850, 60, '#1f4f45')}${circle(x + 50, 866, 44, '#255a4c')}${circle(x - 50, 866, 44, '#1c4740')}`).join('')}<g transform="translate(1330 846)">${circle(0, 0, 30, 'none', 'stroke="#14121c" stroke-width="6"')}${circle(90, 0, 30, 'none', 'stroke="#14121c" stroke-width="6"')}${line('M0 0L34 -44H74L90 0M34 -44L52 0L74 -44M74 -44L70 -60H86M52 0H0M26 -50H42', '#d8432f', 6)}</g>`,
  doors: 5,
})

export const promenade = facade('promenade-front.jpg', {
  sky: ['#33265c', '#8a4a7f', '#f07f76', '#ffd08a'],
  wall: ['#ffe1d0', '#d99a94'],
  neon: '#ff4fa3',
  sign: 'Promenade',
  behind: `${rect(0, 640, 1600, 360, '#5a4a85')}${each(9, (wave) => rect(40 + wave * 190, 660 + (wave % 4) * 40, 130, 5, '#ffd9b0', 'opacity=".5" rx="2"'))}${circle(1400, 640, 90, '#fff0b8')}${rect(1200, 640, 400, 200, '#5a4a85')}${each(5, (wave) => rect(1330 + wave * 8, 660 + wave * 30, 150 - wave * 18, 7, '#fff0b8', 'opacity=".7" rx="3"'))}${line('M60 640V470M60 480L150 630H60', '#2c2148', 6)}${path('M30 640H170L150 668H50Z', '#2c2148')}`,
  crown: `${path('M620 330C620 180 700 120 800 100C900 120 980 180 980 330Z', '#7fcfc0')}${each(5, (rib) => path(`M800 100C${740 + rib * 30} 160 ${660 + rib * 70} 240 ${640 + rib * 80} 330`, 'none', 'stroke="#fff" stroke-width="6" opacity=".7"'))}${rect(792, 40, 16, 70, '#fff6e8')}${path('M808 44C850 30 880 60 920 48V84C880 96 850 70 808 84Z', '#ff4fa3')}${mirrored(800, path('M370 330C370 260 400 220 440 206C480 220 510 260 510 330Z', '#7fcfc0') + circle(440, 196, 13, '#fff6e8'))}${rect(340, 322, 920, 20, '#fffaf3')}${each(18, (index) => path(`M${364 + index * 49} 342H${404 + index * 49}L${384 + index * 49} 380Z`, ['#ff4fa3', '#ffd166', '#7fcfc0'][index % 3] ?? ''))}`,
  before:
    couple(1310) +
    walker(280, 0.9, '#2f6690') +
    line('M0 846H330M1270 846H1600', '#fff6e8', 6) +
    each(7, (post) => rect(20 + post * 48, 846, 6, 50, '#fff6e8') + rect(1290 + post * 48, 846, 6, 50, '#fff6e8')),
})

export const stockbridge = facade('stockbridge-front.jpg', {
  sky: ['#0f2136', '#33496b', '#8a7a94', '#e9a98a'],
  wall: ['#7d8f86', '#46564f'],
  neon: '#ffe066',
  sign: 'Stockbridge',
  behind: `${skyline(14, 790, '#22334a', warm)}${path('M0 760C120 640 300 640 400 760V860H0Z', '#2d3c4a')}${path('M90 860V800C110 740 240 740 270 800V860Z', '#152232')}`,
  crown: `${polygon(
    [
      [340, 334],
      [800, 110],
      [1260, 334],
    ],
    '#5c6d65',
  )}${polygon(
    [
      [420, 322],
      [800, 140],
      [1180, 322],
    ],
    '#7d8f86',
  )}${circle(800, 244, 56, '#2a332f')}${circle(800, 244, 46, warm)}${line('M800 198V290M754 244H846', '#2a332f', 7)}${mirrored(
    800,
    each(2, (column) => rect(380 + column * 70, 342, 26, 80, '#a9b8b0')),
  )}${path('M360 330C380 420 350 500 390 560C360 620 400 700 370 800L340 820V330Z', '#2f5d42')}${path('M400 350C430 380 400 420 420 450C396 470 420 500 400 520Z', '#3b7552')}${each(11, (leaf) => circle(366 + (leaf % 3) * 16, 350 + leaf * 42, 20, leaf % 2 ? '#3b7552' : '#2f5d42'))}`,
  before:
    lamp(240) +
    lamp(1400) +
    couple(1280) +
    `<g transform="translate(330 850)">${ellipse(0, 0, 46, 18, '#2a1c16')}${circle(44, -20, 16, '#2a1c16')}${line('M-30 8V36M30 8V36M-44 -6L-64 -30', '#2a1c16', 8)}</g>`,
  doors: 3,
})
