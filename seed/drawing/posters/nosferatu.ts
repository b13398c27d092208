import { circle, each, gable, line, linear, mirrored, path, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** A finger that ends in a claw, from (x, y) towards an angle in degrees. */
const claw = (x: number, y: number, angle: number, length: number, fill: string) =>
  path(
    `M-15 0C-17 ${-length * 0.45} -12 ${-length * 0.75} 10 ${-length}C12 ${-length * 0.7} 17 ${-length * 0.4} 15 0Z`,
    fill,
    `transform="translate(${x} ${y}) rotate(${angle})"`,
  )

/** A bald figure in a long coat before the moon, with claws for hands; the harbour town sleeps at its feet. */
export const nosferatu = (() => {
  const black = '#060d0f'
  const hand = each(5, (finger) =>
    claw(218 - finger * 4 + finger * 13, 846 - Math.abs(finger - 2) * 4, -62 + finger * 24, finger === 0 ? 105 : 168, black),
  )
  const arm = path('M440 610C330 640 270 730 205 830L262 872C310 800 370 760 450 740Z', black)
  const ear = path('M442 452C420 440 396 408 388 366C420 376 446 398 456 420Z', black)
  const coat = path(
    'M500 322C452 322 428 366 434 424C438 474 456 508 470 530C468 566 448 580 418 598C384 622 384 700 392 800L340 1500H660L608 800C616 700 616 622 582 598C552 580 532 566 530 530C544 508 562 474 566 424C572 366 548 322 500 322Z',
    black,
  )
  const roof = (x: number, width: number, y: number, peak: number) => gable(x, y, width, peak, '#0a171b')
  const eye = path('M458 436Q472 426 486 442Q470 446 458 436Z', '#f3e6b4')
  return poster(
    'nosferatu.jpg',
    { lines: ['Nosferatu'], year: 'MCMXXII', colour: '#f0e4b6' },
    `<defs>${linear('sky', ['#0d2b33', '#1d4a4f', '#0b1f25', '#050b0d'])}${radial('moon', ['#fff7d3', '#f1e5b0', '#d9c98a'], [0.42, 0.38, 0.7])}
    ${radial('glow', [
      ['#f5ebc0', 0.55],
      ['#f5ebc0', 0],
    ])}${linear('dusk', [
      ['#050b0d', 0],
      ['#050b0d', 0.96],
    ])}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#sky)')}${circle(500, 520, 560, 'url(#glow)')}${circle(500, 520, 368, 'url(#moon)')}
    ${circle(330, 620, 52, '#cdbd80', 'opacity=".35"')}${circle(690, 380, 74, '#cdbd80', 'opacity=".3"')}${circle(372, 350, 30, '#cdbd80', 'opacity=".35"')}
    ${line('M-20 300Q300 250 1020 330', '#0d2b33', 26, 'opacity=".55"')}${line('M-20 700Q500 760 1020 650', '#0d2b33', 34, 'opacity=".5"')}
    ${mirrored(500, ear + arm + hand)}${coat}${mirrored(500, eye)}
    ${roof(0, 150, 1130, 130)}${roof(120, 110, 1180, 100)}${roof(215, 120, 1120, 150)}${roof(665, 120, 1150, 140)}${roof(770, 130, 1100, 120)}${roof(880, 140, 1160, 150)}
    ${rect(60, 1150, 18, 26, '#f0d98a')}${rect(262, 1150, 16, 24, '#f0d98a')}${rect(828, 1120, 18, 26, '#f0d98a')}
    ${rect(0, 950, 1000, 550, 'url(#dusk)')}`,
  )
})()
