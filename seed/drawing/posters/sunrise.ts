import { circle, each, ellipse, line, linear, path, polygon, rays, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** Two people in a boat, and the light that comes up over the water. */
export const sunrise = (() => {
  const rings = ['#f7b267', '#f9c57d', '#fbd896', '#fde9b8', '#fff6da']
  const reed = (x: number, height: number, lean: number) =>
    line(`M${x} 1500Q${x} ${1500 - height * 0.5} ${x + lean} ${1500 - height}`, '#0b1626', 9) +
    ellipse(x + lean, 1500 - height, 11, 42, '#0b1626', `transform="rotate(${lean / 4} ${x + lean} ${1500 - height})"`)
  return poster(
    'sunrise.jpg',
    { lines: ['Sunrise'], year: 'MCMXXVII', colour: '#fff3d6' },
    `<defs>${linear('sky', ['#24406b', '#5f7fa6', '#d9a692', '#f7b880'])}${linear('water', ['#f2a774', '#8b7d93', '#2e4a74', '#0d1b30'])}${linear(
      'dusk',
      [
        ['#081120', 0],
        ['#081120', 0.9],
      ],
    )}<clipPath id="air"><rect x="0" y="0" width="1000" height="840"/></clipPath></defs>
    ${rect(0, 0, 1000, 1500, 'url(#sky)')}<g clip-path="url(#air)">${rays([500, 840], 1300, 20, '#ffe9b5', 0.2)}${rings.map((tone, index) => circle(500, 840, 400 - index * 66, tone, `opacity="${0.55 + index * 0.11}"`)).join('')}</g>
    ${polygon(
      [
        [0, 840],
        [0, 740],
        [40, 740],
        [40, 690],
        [76, 690],
        [76, 620],
        [96, 580],
        [116, 620],
        [116, 720],
        [160, 720],
        [160, 660],
        [206, 660],
        [206, 770],
        [250, 770],
        [250, 840],
      ],
      '#33496d',
    )}${polygon(
      [
        [1000, 840],
        [1000, 770],
        [950, 730],
        [900, 775],
        [880, 775],
        [880, 700],
        [866, 640],
        [852, 700],
        [852, 785],
        [790, 740],
        [740, 800],
        [700, 840],
      ],
      '#33496d',
    )}
    <rect x="0" y="840" width="1000" height="660" fill="url(#water)"/>${each(13, (band) => rect(500 - (300 - band * 17) / 1.1, 862 + band * 31, (600 - band * 34) / 1.1, 11, '#ffe9b5', `opacity="${0.85 - band * 0.055}" rx="5"`))}
    ${path('M262 1010C330 1064 660 1064 748 1004C730 1088 670 1110 610 1112H400C340 1110 290 1080 262 1010Z', '#0b1626')}${path('M300 1130C400 1150 600 1150 700 1128C620 1176 390 1178 300 1130Z', '#0b1626', 'opacity=".45"')}
    ${path('M386 1040C380 960 396 912 424 900C452 912 462 960 462 1040Z', '#0b1626')}${circle(424, 874, 33, '#0b1626')}${path('M384 880C384 842 400 830 424 830C450 830 466 846 466 876C450 860 400 858 384 880Z', '#0b1626')}
    ${path('M548 1040C544 950 566 896 596 890C626 896 640 950 636 1040Z', '#0b1626')}${circle(590, 862, 34, '#0b1626')}${ellipse(590, 840, 54, 9, '#0b1626')}${path('M562 838C562 808 620 808 618 838Z', '#0b1626')}${line('M560 950L480 1000M600 960L812 1090', '#0b1626', 14, 'stroke-linecap="round"')}
    ${reed(60, 480, 24)}${reed(112, 560, -14)}${reed(168, 430, 30)}${reed(926, 520, -26)}${reed(872, 420, 16)}${reed(966, 400, 10)}
    ${rect(0, 1120, 1000, 380, 'url(#dusk)')}`,
  )
})()
