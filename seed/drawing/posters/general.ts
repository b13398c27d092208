import { circle, each, line, linear, mirrored, polygon, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** A locomotive, head on, out of its own steam. */
export const general = (() => {
  const steam = [
    [150, 330, 150],
    [320, 210, 180],
    [520, 150, 170],
    [720, 230, 180],
    [870, 350, 150],
    [90, 500, 120],
    [930, 520, 130],
    [240, 420, 120],
    [760, 420, 120],
  ] as const
  const wheel = (x: number) =>
    `${circle(x, 1010, 74, '#161d16')}${circle(x, 1010, 58, '#b3402c')}${each(6, (spoke) => rect(x - 5, 952, 10, 116, '#161d16', `transform="rotate(${spoke * 30} ${x} 1010)"`))}${circle(x, 1010, 18, '#161d16')}`
  return poster(
    'the-general.jpg',
    { lines: ['The General'], year: 'MCMXXVI', colour: '#fbf1d4' },
    `<defs>${linear('sky', ['#e9dfb9', '#b9c09a', '#7d8f6c', '#2d3b2a'])}${linear('iron', ['#4b5a49', '#1d271e'])}${radial('boiler', ['#566754', '#2b382c', '#131a14'], [0.4, 0.35, 0.75])}${radial('lamp', ['#fffbe6', '#ffe59a', '#e7a93c'])}${radial(
      'beam',
      [
        ['#fff3c0', 0.85],
        ['#fff3c0', 0],
      ],
    )}${radial('puff', ['#fffdf3', '#efe7cb', '#cfcfae'], [0.4, 0.3, 0.8])}${linear('dusk', [
      ['#10170f', 0],
      ['#10170f', 0.96],
    ])}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#sky)')}${steam.map(([x, y, r]) => circle(x, y, r, 'url(#puff)', 'opacity=".92"')).join('')}
    ${polygon(
      [
        [0, 1500],
        [0, 1130],
        [1000, 1130],
        [1000, 1500],
      ],
      '#3b4832',
    )}
    ${each(8, (tie) => {
      const y = 1120 + tie * tie * 6.4
      const half = 300 + tie * 58
      return rect(500 - half, y, half * 2, 16 + tie * 4, '#2a2318')
    })}
    ${mirrored(
      500,
      polygon(
        [
          [352, 1080],
          [372, 1080],
          [190, 1500],
          [130, 1500],
        ],
        '#d9d2b4',
      ),
    )}
    ${polygon(
      [
        [440, 300],
        [420, 230],
        [400, 150],
        [600, 150],
        [580, 230],
        [560, 300],
      ],
      'url(#iron)',
    )}${rect(384, 130, 232, 34, '#131a14')}
    ${mirrored(500, wheel(290))}${rect(250, 820, 500, 150, 'url(#iron)')}${circle(500, 620, 282, '#131a14')}${circle(500, 620, 262, 'url(#boiler)')}${circle(500, 620, 214, 'none', 'stroke="#c9a24a" stroke-width="9"')}
    ${each(20, (bolt) => circle(500 + 238 * Math.cos(bolt * 0.31416), 620 + 238 * Math.sin(bolt * 0.31416), 8, '#8b9a82'))}
    ${circle(500, 660, 92, '#a93a27')}${circle(500, 660, 70, '#7d2417')}${circle(500, 660, 16, '#e8c66a')}${line('M500 660V596M500 660L556 694M500 660L444 694', '#e8c66a', 9)}
    ${circle(500, 410, 220, 'url(#beam)')}${rect(424, 334, 152, 152, '#131a14', 'rx="14"')}${circle(500, 410, 62, 'url(#lamp)')}
    ${rect(190, 940, 620, 62, '#a93a27')}${rect(190, 940, 620, 8, '#e8c66a')}${mirrored(500, circle(270, 970, 22, '#e8c66a'))}
    ${polygon(
      [
        [300, 1002],
        [700, 1002],
        [840, 1200],
        [160, 1200],
      ],
      '#10170f',
    )}${each(11, (bar) =>
      polygon(
        [
          [310 + bar * 37, 1006],
          [322 + bar * 37, 1006],
          [196 + bar * 62, 1196],
          [168 + bar * 62, 1196],
        ],
        '#b3402c',
      ),
    )}${polygon(
      [
        [160, 1194],
        [840, 1194],
        [846, 1214],
        [154, 1214],
      ],
      '#e8c66a',
    )}
    ${rect(0, 1060, 1000, 440, 'url(#dusk)')}`,
  )
})()
