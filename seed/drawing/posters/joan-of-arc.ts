import { circle, each, linear, path, polygon, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** A sword that stands like a cross, and the fire that comes up to it. */
export const joanOfArc = (() => {
  const tongue = (x: number, top: number, width: number, lean: number, fill: string) =>
    path(
      `M${x - width} 1500C${x - width * 1.3} ${(1500 + top) / 2 + 60} ${x + lean - width * 0.2} ${(1500 + top) / 2 - 60} ${x + lean} ${top}C${x + lean + width * 0.5} ${(1500 + top) / 2 - 40} ${x + width * 1.3} ${(1500 + top) / 2 + 80} ${x + width} 1500Z`,
      fill,
    )
  const layer = (count: number, top: number, swing: number, width: number, fill: string, shift: number) =>
    each(count, (index) =>
      tongue(shift + (index * 1000) / (count - 1), top + ((index * 137) % swing), width, ((index * 61) % 90) - 45, fill),
    )
  return poster(
    'the-passion-of-joan-of-arc.jpg',
    { lines: ['The Passion', 'of Joan of Arc'], year: 'MCMXXVIII', colour: '#fff4df' },
    `<defs>${linear('wall', ['#f7f1e5', '#efe3cd', '#e8cfa8'])}${linear('steel', ['#6d7682', '#f7fafc', '#8c96a3'], [0, 0, 1, 0])}${radial(
      'halo',
      [
        ['#fffdf5', 1],
        ['#fff0c4', 0.8],
        ['#fff0c4', 0],
      ],
    )}${linear('gold', ['#f7d98a', '#b07f2a'])}${linear('dusk', [
      ['#2a0906', 0],
      ['#2a0906', 0.95],
    ])}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#wall)')}${polygon(
      [
        [60, 0],
        [280, 0],
        [420, 760],
        [120, 860],
      ],
      '#d9c7a6',
      'opacity=".5"',
    )}${polygon(
      [
        [720, 0],
        [940, 0],
        [880, 860],
        [580, 760],
      ],
      '#d9c7a6',
      'opacity=".5"',
    )}
    ${circle(500, 430, 420, 'url(#halo)')}${circle(500, 430, 262, 'none', 'stroke="url(#gold)" stroke-width="16"')}${circle(500, 430, 232, 'none', 'stroke="#c99a45" stroke-width="3"')}${each(36, (mark) => rect(497, 176, 6, mark % 3 ? 16 : 34, '#c99a45', `transform="rotate(${mark * 10} 500 430)"`))}
    ${layer(7, 860, 200, 120, '#f6b04a', -20)}
    ${polygon(
      [
        [474, 440],
        [526, 440],
        [518, 1240],
        [500, 1300],
        [482, 1240],
      ],
      'url(#steel)',
    )}${rect(497, 460, 6, 700, '#5c6672')}${path('M300 412C360 400 440 404 500 404C560 404 640 400 700 412L708 450C640 440 560 446 500 446C440 446 360 440 292 450Z', 'url(#gold)')}${circle(300, 431, 26, '#d9aa4c')}${circle(700, 431, 26, '#d9aa4c')}${rect(482, 226, 36, 186, '#5a2416')}${each(7, (turn) => rect(480, 236 + turn * 25, 40, 7, '#c99a45', `transform="rotate(-12 500 ${239 + turn * 25})"`))}${circle(500, 200, 42, '#d9aa4c')}${circle(500, 200, 22, '#8f1d14')}
    ${layer(8, 1010, 170, 100, '#e8662a', 30)}${layer(9, 1130, 130, 86, '#b3261c', -10)}
    ${rect(0, 1040, 1000, 460, 'url(#dusk)')}`,
  )
})()
