import { circle, each, ellipse, line, linear, path, polygon, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** A man in a straw hat hangs from the hand of a clock, high above the street. */
export const safetyLast = (() => {
  const floor = (y: number) => each(6, (column) => rect(560 + column * 78, y, 46, 92, column % 3 === 1 ? '#f5d995' : '#0f3733'))
  const street = each(7, (index) => rect(30 + index * 62, 1180 - ((index * 97) % 180), 48, 400, index % 2 ? '#1d5751' : '#174741'))
  return poster(
    'safety-last.jpg',
    { lines: ['Safety Last!'], year: 'MCMXXIII', colour: '#fdf3d6' },
    `<defs>${linear('sky', ['#f9ecc4', '#bfe0cf', '#6fb5a8', '#2f7d75'])}${linear('wall', ['#2a6a63', '#17433f'], [0, 0, 1, 0])}${radial('face', ['#fffbea', '#f8e9bf', '#dcc288'], [0.4, 0.35, 0.75])}${linear(
      'dusk',
      [
        ['#08201e', 0],
        ['#08201e', 0.96],
      ],
    )}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#sky)')}${circle(180, 240, 90, '#fff6d4')}${street}${polygon(
      [
        [530, 0],
        [1000, 0],
        [1000, 1500],
        [530, 1500],
      ],
      'url(#wall)',
    )}${rect(516, 0, 22, 1500, '#123934')}
    ${[-60, 790, 930, 1070, 1210].map(floor).join('')}${rect(505, 726, 500, 34, '#123934')}${rect(505, 92, 500, 34, '#123934')}
    ${circle(640, 430, 300, '#123934')}${circle(640, 430, 280, '#c94b35')}${circle(640, 430, 256, 'url(#face)')}
    ${each(12, (hour) => rect(634 - (hour % 3 ? 0 : 4), 190, hour % 3 ? 12 : 20, hour % 3 ? 34 : 54, '#16302d', `transform="rotate(${hour * 30} 640 430)"`))}
    ${polygon(
      [
        [632, 430],
        [640, 270],
        [648, 430],
      ],
      '#16302d',
      'transform="rotate(-58 640 430)" stroke="#16302d" stroke-width="10" stroke-linejoin="round"',
    )}
    ${line('M640 430L470 516L372 566', '#16302d', 22, 'stroke-linecap="round"')}${circle(640, 430, 24, '#c94b35')}
    <g transform="translate(360 560) rotate(7)">${line('M14 0L2 118M-16 6L-22 118', '#11201f', 24, 'stroke-linecap="round"')}${circle(14, 0, 15, '#f3d3b0')}${circle(-16, 6, 15, '#f3d3b0')}
    ${path('M-46 110C-30 96 10 96 26 110L20 250H-44Z', '#11201f')}${path('M-10 108L-2 160L-18 160Z', '#fdf3d6')}${circle(-14, 78, 34, '#f3d3b0')}${ellipse(-14, 54, 58, 11, '#f2cf7c', 'transform="rotate(-8 -14 54)"')}${path('M-50 50L-46 18C-30 8 4 6 18 14L22 44Z', '#f2cf7c')}${path('M-50 50L-49 38L21 32L22 44Z', '#c94b35')}
    ${circle(-26, 80, 10, 'none', 'stroke="#11201f" stroke-width="4"')}${circle(0, 78, 10, 'none', 'stroke="#11201f" stroke-width="4"')}${ellipse(-12, 100, 6, 8, '#7c2b1c')}
    ${line('M-30 244L-62 400M4 244L42 372', '#11201f', 32, 'stroke-linecap="round"')}${line('M-62 400L-90 408M42 372L70 360', '#11201f', 22, 'stroke-linecap="round"')}</g>
    ${rect(0, 1040, 1000, 460, 'url(#dusk)')}`,
  )
})()
