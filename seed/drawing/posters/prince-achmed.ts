import { stars } from '#seed/drawing/stars.ts'
import { circle, each, line, linear, mirrored, path, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** Cut from black paper: a horse that flies over domes, under a crescent. */
export const princeAchmed = (() => {
  const ink = '#12061c'
  const dome = (x: number, y: number, r: number) =>
    `${path(`M${x - r} ${y}C${x - r * 1.3} ${y - r * 0.9} ${x - r * 0.4} ${y - r * 1.2} ${x} ${y - r * 2}C${x + r * 0.4} ${y - r * 1.2} ${x + r * 1.3} ${y - r * 0.9} ${x + r} ${y}Z`, ink)}${line(`M${x} ${y - r * 2}V${y - r * 2.5}`, ink, 7)}${rect(x - r * 0.92, y - 2, r * 1.84, 700, ink)}`
  const arches = (x: number, y: number, count: number) =>
    each(count, (index) =>
      path(
        `M${x + index * 46} ${y + 70}V${y + 26}Q${x + index * 46} ${y + 8} ${x + 13 + index * 46} ${y}Q${x + 26 + index * 46} ${y + 8} ${x + 26 + index * 46} ${y + 26}V${y + 70}Z`,
        '#ff9d6b',
        'opacity=".85"',
      ),
    )
  const feathers = each(6, (index) =>
    path(
      `M0 0C${30 - index * 26} ${-70 - index * 10} ${10 - index * 46} ${-170 - index * 4} ${-40 - index * 50} ${-214 + index * 26}C${-30 - index * 30} ${-130 + index * 10} ${-36 - index * 10} ${-60} 0 0Z`,
      ink,
    ),
  )
  return poster(
    'the-adventures-of-prince-achmed.jpg',
    { lines: ['The Adventures', 'of Prince Achmed'], year: 'MCMXXVI', colour: '#ffe9c9' },
    `<defs>${linear('sky', ['#0d4f6e', '#1f9aa0', '#8fd0a8', '#f9d587', '#f07a5a', '#a32b5e'])}${radial('moon', ['#fffbe2', '#ffeaa8'])}${linear(
      'dusk',
      [
        ['#1a0620', 0],
        ['#1a0620', 0.97],
      ],
    )}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#sky)')}${stars(46, 520, '#fffbe2', 11)}${path('M800 146A130 130 0 1 1 640 320A124 124 0 0 0 800 146Z', 'url(#moon)')}
    ${each(4, (band) => line(`M-20 ${760 + band * 62}Q250 ${720 + band * 62} 500 ${764 + band * 62}T1020 ${744 + band * 62}`, '#fff3c9', 7, 'opacity=".35"'))}
    <g transform="translate(470 520) rotate(-10) scale(1.12)">
    ${path('M-190 20C-150 -36 -60 -50 20 -40C70 -34 110 -60 142 -104C156 -150 190 -186 226 -192L232 -222L252 -192C280 -176 300 -150 316 -122C312 -104 296 -98 282 -104C262 -112 244 -112 230 -102C214 -40 190 16 140 50C170 66 214 60 250 92C262 120 244 156 236 178L214 170C222 142 226 122 216 112C176 112 130 104 96 78C40 92 -40 88 -96 74C-140 96 -200 100 -240 134C-250 160 -262 190 -270 220L-292 212C-290 176 -284 140 -268 112C-250 84 -216 62 -190 20Z', ink)}
    ${path('M70 84C110 110 150 130 164 170C166 196 148 220 136 236L116 224C132 200 138 186 130 176C96 152 60 124 40 92Z', ink)}${path('M-110 76C-130 116 -180 130 -206 160C-210 184 -204 210 -206 232L-230 230C-236 196 -238 164 -226 142C-200 110 -170 100 -150 70Z', ink)}
    ${path('M-184 16C-250 -20 -300 10 -340 -20C-350 30 -300 60 -260 56C-310 84 -350 74 -380 100C-330 126 -240 110 -186 50Z', ink)}${path('M142 -104C110 -120 96 -150 112 -196C124 -160 140 -160 150 -176C160 -206 184 -220 210 -214C190 -190 176 -170 168 -130Z', ink)}
    <g transform="translate(20 -30) scale(1.15)">${feathers}</g>${path('M-6 -40C-16 -90 -4 -130 22 -140C40 -132 52 -96 60 -44Z', ink)}${circle(30, -162, 24, ink)}${path('M4 -166C2 -196 22 -212 38 -232C52 -206 62 -190 56 -164Z', ink)}${line('M40 -116L104 -92', ink, 15, 'stroke-linecap="round"')}
    ${circle(286, -140, 5, '#ffd98a')}${each(7, (bead) => circle(-60 + bead * 30, 30 + Math.abs(bead - 3) * -3, 5, '#ffd98a'))}</g>
    ${rect(0, 1120, 1000, 400, ink)}${dome(500, 1060, 120)}${dome(260, 1110, 76)}${dome(740, 1110, 76)}${dome(90, 1130, 56)}${dome(910, 1130, 56)}${mirrored(500, rect(370, 820, 26, 400, ink) + rect(358, 880, 50, 16, ink) + path('M366 824C360 796 378 790 383 760C388 790 406 796 400 824Z', ink))}${arches(423, 1096, 4)}${arches(228, 1140, 2)}${arches(706, 1140, 2)}
    ${rect(0, 1080, 1000, 420, 'url(#dusk)')}`,
  )
})()
