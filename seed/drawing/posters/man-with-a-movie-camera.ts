import { circle, each, line, linear, path, polygon, radial, rect } from '#seed/drawing/svg.ts'
import { poster } from './poster.ts'

/** The camera on its three legs, and the eye in its lens. */
export const manWithAMovieCamera = (() => {
  const reel = (x: number, y: number) =>
    `${circle(x, y, 142, '#14181c')}${circle(x, y, 122, '#e9ddc2')}${circle(x, y, 108, '#14181c')}${each(5, (hole) => circle(x + 62 * Math.cos(hole * 1.2566), y + 62 * Math.sin(hole * 1.2566), 27, '#e9ddc2'))}${circle(x, y, 14, '#d3301f')}`
  return poster(
    'man-with-a-movie-camera.jpg',
    { lines: ['Man with a', 'Movie Camera'], year: 'MCMXXIX', colour: '#fbf3e0' },
    `<defs>${linear('paper', ['#f6ecd6', '#e6d5b0'])}${linear('dusk', [
      ['#14181c', 0],
      ['#14181c', 0.98],
    ])}${radial('iris', ['#0b0d10', '#0b0d10', '#3d7d93', '#1d4a5c'], [0.5, 0.5, 0.52])}</defs>
    ${rect(0, 0, 1000, 1500, 'url(#paper)')}${polygon(
      [
        [0, 0],
        [1000, 0],
        [1000, 160],
        [0, 760],
      ],
      '#d3301f',
    )}${polygon(
      [
        [0, 800],
        [1000, 200],
        [1000, 232],
        [0, 832],
      ],
      '#14181c',
    )}${polygon(
      [
        [0, 880],
        [1000, 280],
        [1000, 292],
        [0, 892],
      ],
      '#14181c',
    )}
    ${each(9, (index) => rect(20 + index * 112, 0, 62, 44, '#14181c', 'opacity=".9"'))}
    ${polygon(
      [
        [440, 850],
        [500, 850],
        [300, 1500],
        [210, 1500],
      ],
      '#14181c',
    )}${polygon(
      [
        [560, 850],
        [500, 850],
        [700, 1500],
        [790, 1500],
      ],
      '#14181c',
    )}${polygon(
      [
        [474, 850],
        [526, 850],
        [540, 1500],
        [460, 1500],
      ],
      '#2b333a',
    )}
    ${reel(352, 330)}${reel(640, 272)}${rect(240, 430, 520, 420, '#14181c', 'rx="20"')}${rect(262, 452, 476, 376, '#262e35', 'rx="10"')}${polygon(
      [
        [760, 520],
        [880, 470],
        [880, 700],
        [760, 650],
      ],
      '#14181c',
    )}${rect(200, 560, 44, 150, '#14181c')}${line('M222 690H120V760', '#14181c', 20, 'stroke-linejoin="round"')}${circle(120, 774, 26, '#d3301f')}
    ${circle(500, 640, 190, '#0b0d10')}${circle(500, 640, 172, '#c9b48a')}${circle(500, 640, 154, '#0b0d10')}
    ${path('M352 640C410 540 590 540 648 640C590 740 410 740 352 640Z', '#fbf3e0')}${circle(500, 640, 78, 'url(#iris)')}${circle(474, 612, 17, '#fbf3e0')}${each(7, (lash) => line(`M${416 + lash * 28} ${578 - (3 - Math.abs(lash - 3)) * 10}L${406 + lash * 31} ${540 - (3 - Math.abs(lash - 3)) * 12}`, '#fbf3e0', 7, 'stroke-linecap="round"'))}
    ${rect(0, 990, 1000, 510, 'url(#dusk)')}`,
  )
})()
