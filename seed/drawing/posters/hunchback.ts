import { circle, each, line, linear, path, polygon, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** A rose window, and the ringer who swings from his bell. */
export const hunchback = (() => {
  const glass = ['#d7263d', '#f2b632', '#1f7a8c', '#3c3b9c', '#e8702a', '#2a9d5c']
  const petal = (inner: number, outer: number, count: number, index: number, fill: string) => {
    const middle = ((index + 0.5) * 2 * Math.PI) / count
    const half = (Math.PI / count) * 0.84
    const at = (radius: number, angle: number) =>
      `${(500 + radius * Math.cos(angle)).toFixed(1)} ${(500 + radius * Math.sin(angle)).toFixed(1)}`
    return path(
      `M${at(inner, middle - half * 0.6)}L${at(outer - 40, middle - half)}Q${at(outer + 30, middle)} ${at(outer - 40, middle + half)}L${at(inner, middle + half * 0.6)}Z`,
      fill,
    )
  }
  const ring = (inner: number, outer: number, count: number, turn: number) =>
    each(count, (index) => petal(inner, outer, count, index, glass[(index * turn + count) % glass.length] ?? '#fff'))
  return poster(
    'the-hunchback-of-notre-dame.jpg',
    { lines: ['The Hunchback', 'of Notre Dame'], year: 'MCMXXIII', colour: '#fdeecb' },
    `<defs>${linear('stone', ['#23243a', '#34344f', '#14141f'])}${radial('light', [
      ['#fff6d8', 0.8],
      ['#fff6d8', 0],
    ])}${linear('bronze', ['#3a2410', '#c08a3e', '#f0cd84', '#8a5a22', '#2e1a0b'], [0, 0, 1, 0])}${linear('dusk', [
      ['#0b0b14', 0],
      ['#0b0b14', 0.97],
    ])}${linear('shaft', [
      ['#ffd98a', 0.34],
      ['#ffd98a', 0],
    ])}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#stone)')}${each(11, (course) => line(`M0 ${course * 140}H1000`, '#191a2a', 4) + each(6, (block) => line(`M${block * 190 + (course % 2) * 95} ${course * 140}v140`, '#191a2a', 4)))}
    ${circle(500, 500, 486, '#12121d')}${circle(500, 500, 466, '#4b4b69')}${circle(500, 500, 446, '#12121d')}${ring(300, 440, 24, 5)}${circle(500, 500, 296, '#12121d')}${ring(150, 286, 12, 1)}${circle(500, 500, 140, '#12121d')}${ring(44, 132, 6, 1)}${circle(500, 500, 38, '#fbe7a8')}${circle(500, 500, 460, 'url(#light)', 'opacity=".5"')}
    ${polygon(
      [
        [200, 600],
        [800, 600],
        [1000, 1500],
        [0, 1500],
      ],
      'url(#shaft)',
    )}
    ${line('M500 0V560', '#0a0a12', 18)}${path('M420 560H580C590 600 620 610 626 660C640 800 650 900 720 968L734 1010H266L280 968C350 900 360 800 374 660C380 610 410 600 420 560Z', 'url(#bronze)')}${rect(262, 1000, 476, 22, '#e8c06c', 'rx="8"')}${rect(368, 690, 264, 10, '#5a3814')}${rect(356, 860, 288, 10, '#5a3814')}${line('M500 1022V1070', '#0a0a12', 22)}${circle(500, 1084, 38, '#2e1a0b')}${path('M440 560C440 510 560 510 560 560Z', '#2e1a0b')}
    ${line('M724 1010C800 960 816 820 786 700C770 560 790 300 770 0', '#0a0a12', 11)}
    ${path('M742 760C700 770 676 806 684 850C690 890 700 920 690 960L640 1040L664 1054L726 982L752 1060L782 1052L770 960C810 930 846 880 838 820C834 776 800 744 770 748Z', '#0a0a12')}${circle(726, 770, 38, '#0a0a12')}${path('M700 740C690 700 740 690 762 720Z', '#0a0a12')}${line('M740 800L790 700M760 790L800 640', '#0a0a12', 20, 'stroke-linecap="round"')}
    ${rect(0, 1000, 1000, 500, 'url(#dusk)')}`,
  )
})()
