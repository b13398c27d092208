import { circle, each, ellipse, line, linear, mirrored, path, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** A mask hangs in the gap of a curtain, before the pipes of an organ. */
export const phantomOfTheOpera = (() => {
  const folds = [0, 70, 128, 196, 256, 312]
  const curtain = `${path('M0 0H470C430 300 380 620 300 900C250 1080 150 1180 0 1240Z', 'url(#velvet)')}${folds
    .map((x) => line(`M${x + 60} 0C${x + 40} 400 ${x * 0.8 + 20} 760 ${x * 0.55} ${1200 - x * 0.55}`, '#2c0410', 20, 'opacity=".55"'))
    .join(
      '',
    )}${folds.map((x) => line(`M${x + 88} 0C${x + 66} 400 ${x * 0.8 + 40} 740 ${x * 0.55 + 18} ${1180 - x * 0.55}`, '#e0405c', 5, 'opacity=".35"')).join('')}`
  const pipes = each(9, (index) => {
    const tall = 560 - Math.abs(index - 4) * 70
    const x = 500 + (index - 4) * 62
    return `${rect(x - 24, 900 - tall, 48, 700, 'url(#brass)')}${path(`M${x - 24} ${900 - tall}Q${x} ${870 - tall} ${x + 24} ${900 - tall}Z`, '#f3d58a')}${ellipse(x, 830 - Math.abs(index - 4) * 18, 12, 22, '#1a0d1f')}`
  })
  const mask = 'M500 500C590 500 640 548 640 640C640 760 590 880 500 936C410 880 360 760 360 640C360 548 410 500 500 500Z'
  return poster(
    'the-phantom-of-the-opera.jpg',
    { lines: ['The Phantom', 'of the Opera'], year: 'MCMXXV', colour: '#f7e3c3' },
    `<defs>${linear('dark', ['#1c0f2e', '#3a1d4f', '#12081c'])}${linear('velvet', ['#b3122f', '#8a0c27', '#4a0518'], [0, 0, 1, 0.3])}${linear('brass', ['#5a3f1c', '#d9b25e', '#5a3f1c'], [0, 0, 1, 0])}
    ${linear('ivory', ['#fffaf0', '#f4e6d0', '#cbb497'], [0.2, 0, 0.9, 1])}${linear('dusk', [
      ['#0d0410', 0],
      ['#0d0410', 0.97],
    ])}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#dark)')}${pipes}${circle(500, 700, 330, '#12081c', 'opacity=".55"')}
    ${path('M500 900C360 930 240 1060 190 1500H810C760 1060 640 930 500 900Z', '#0b0510')}${path(mask, 'url(#ivory)')}
    ${mirrored(500, path('M392 640C410 606 456 604 482 640C462 672 412 674 392 640Z', '#0b0510') + path('M384 592C414 560 456 562 488 590C454 582 418 582 384 592Z', '#3a1d2c'))}
    ${path('M490 660C486 720 474 750 470 770C486 784 514 784 530 770C526 750 514 720 510 660Z', '#dcc7a8')}${path('M446 832C470 818 530 818 554 832C530 852 470 852 446 832Z', '#7c1225')}
    ${mirrored(500, curtain)}${rect(0, 0, 1000, 70, '#5c0719')}${each(13, (index) => path(`M${index * 80 - 20} 66Q${index * 80 + 20} 150 ${index * 80 + 60} 66Z`, '#8a0c27'))}${each(13, (index) => circle(index * 80 + 20, 112, 8, '#e8c46a'))}
    ${rect(0, 960, 1000, 540, 'url(#dusk)')}`,
  )
})()
