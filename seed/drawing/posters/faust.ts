import { circle, gable, line, linear, mirrored, path, polygon, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** The tempter spreads a cloak like a thunderstorm over a town that sleeps. */
export const faust = (() => {
  const cloak =
    'M500 210C520 210 536 228 540 256C556 330 600 352 700 330C850 296 960 200 1010 90V1010C960 960 920 930 880 1000C850 950 800 930 760 1010C720 950 680 950 640 1030C600 970 560 960 500 1040Z'
  const house = (x: number, y: number, width: number, peak: number) => gable(x, y, width, peak, '#170f05')
  const lit = (x: number, y: number) => rect(x, y, 12, 18, '#ffd873')
  return poster(
    'faust.jpg',
    { lines: ['Faust'], year: 'MCMXXVI', colour: '#ffe9a8' },
    `<defs>${linear('sky', ['#6b4a10', '#c99322', '#f2cf63', '#7a4a12', '#2a1805'])}${radial('fire', [
      ['#fff3b8', 1],
      ['#ffd25a', 0.6],
      ['#ffb73a', 0],
    ])}
    ${linear('cloth', ['#0c0a0d', '#1a141a', '#07060a'])}${linear('dusk', [
      ['#120a03', 0],
      ['#120a03', 0.95],
    ])}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#sky)')}${circle(500, 980, 520, 'url(#fire)')}
    ${mirrored(500, path(cloak, 'url(#cloth)') + path('M508 226C560 214 604 176 596 112C588 82 560 78 552 100C574 112 572 150 520 186Z', '#0c0a0d'))}
    ${mirrored(500, line('M520 360C640 470 760 560 890 985M512 380C600 520 660 700 762 995M506 400C560 600 590 780 642 1015', '#2b2129', 5))}
    ${path('M452 262C452 222 476 200 500 200C524 200 548 222 548 262C548 318 520 352 500 372C480 352 452 318 452 262Z', '#0c0a0d')}
    ${mirrored(500, path('M470 270L494 284L474 288Z', '#ffcf4a'))}
    ${house(40, 1130, 110, 90)}${house(130, 1100, 90, 110)}${house(220, 1150, 120, 80)}${house(330, 1110, 100, 120)}
    ${polygon(
      [
        [440, 1500],
        [440, 1080],
        [476, 900],
        [512, 1080],
        [512, 1500],
      ],
      '#170f05',
    )}${house(505, 1130, 110, 90)}${house(610, 1105, 90, 120)}${house(700, 1150, 120, 80)}${house(812, 1115, 100, 110)}${house(900, 1145, 110, 80)}
    ${lit(90, 1140)}${lit(168, 1120)}${lit(270, 1165)}${lit(372, 1130)}${lit(470, 1090)}${lit(556, 1150)}${lit(648, 1120)}${lit(752, 1160)}${lit(856, 1130)}
    ${rect(0, 1040, 1000, 460, 'url(#dusk)')}`,
  )
})()
