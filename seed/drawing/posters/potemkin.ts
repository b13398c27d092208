import { circle, each, line, linear, mirrored, path, polygon, rays, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** The bow of a warship, a red flag, and the steps. */
export const potemkin = (() => {
  const gun = (x: number, y: number, angle: number) =>
    `<g transform="translate(${x} ${y}) rotate(${angle})">${polygon(
      [
        [-13, 0],
        [-9, -250],
        [9, -250],
        [13, 0],
      ],
      '#15171b',
    )}${rect(-15, -258, 30, 26, '#15171b')}</g>`
  return poster(
    'battleship-potemkin.jpg',
    { lines: ['Battleship', 'Potemkin'], year: 'MCMXXV', colour: '#fbeeda' },
    `<defs>${linear('sky', ['#7a0c14', '#c0181f', '#e3392a', '#f08a4a'])}${linear('port', ['#3d434c', '#14161a'], [0, 0, 1, 0])}${linear('starboard', ['#23272d', '#5b636e'], [0, 0, 1, 0])}${linear(
      'dusk',
      [
        ['#0e0809', 0],
        ['#0e0809', 0.96],
      ],
    )}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#sky)')}${rays([500, 760], 1400, 14, '#fbeeda', 0.13, 0.112)}
    ${mirrored(500, gun(430, 620, -34) + gun(456, 600, -20) + gun(380, 700, -52))}
    ${rect(488, 120, 24, 460, '#15171b')}${rect(420, 330, 160, 18, '#15171b')}${rect(440, 430, 120, 120, '#15171b')}${polygon(
      [
        [400, 560],
        [600, 560],
        [640, 720],
        [360, 720],
      ],
      '#1c1f24',
    )}
    ${path('M512 130C600 90 660 190 770 140C840 110 880 140 900 130C880 190 890 250 910 300C840 320 780 290 720 320C640 360 590 290 512 330Z', '#e01d24')}${path('M512 130C600 90 660 190 770 140C700 210 600 200 512 230Z', '#ff5a44', 'opacity=".45"')}
    ${polygon(
      [
        [500, 640],
        [200, 740],
        [290, 1180],
        [500, 1330],
      ],
      'url(#port)',
    )}${polygon(
      [
        [500, 640],
        [800, 740],
        [710, 1180],
        [500, 1330],
      ],
      'url(#starboard)',
    )}${polygon(
      [
        [500, 640],
        [200, 740],
        [206, 772],
        [500, 676],
      ],
      '#fbeeda',
    )}${polygon(
      [
        [500, 640],
        [800, 740],
        [794, 772],
        [500, 676],
      ],
      '#e8d6b6',
    )}
    ${mirrored(500, circle(360, 850, 26, '#0e0f12') + line('M360 876V960M332 942Q360 990 388 942', '#0e0f12', 13) + circle(300, 800, 9, '#fbeeda') + circle(420, 790, 9, '#fbeeda'))}
    ${each(
      6,
      (step) =>
        polygon(
          [
            [0, 1040 + step * 50],
            [170 + step * 44, 1040 + step * 50],
            [196 + step * 44, 1090 + step * 50],
            [0, 1090 + step * 50],
          ],
          step % 2 ? '#e9d4ae' : '#cbb48c',
          'opacity=".96"',
        ) +
        polygon(
          [
            [1000, 1040 + step * 50],
            [830 - step * 44, 1040 + step * 50],
            [804 - step * 44, 1090 + step * 50],
            [1000, 1090 + step * 50],
          ],
          step % 2 ? '#cbb48c' : '#b59c74',
          'opacity=".96"',
        ),
    )}
    ${path('M60 960C60 900 110 876 168 892L178 960C178 1000 80 1000 60 960Z', '#15171b')}${path('M66 930C50 880 84 836 130 846L120 910Z', '#15171b')}${line('M172 900L214 862', '#15171b', 9)}${circle(84, 1014, 28, 'none', 'stroke="#15171b" stroke-width="8"')}${circle(152, 1014, 28, 'none', 'stroke="#15171b" stroke-width="8"')}
    ${rect(0, 1010, 1000, 490, 'url(#dusk)')}`,
  )
})()
