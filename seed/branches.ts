import { harbour, meadows, oldTown, promenade, stationSquare, stockbridge } from './drawing/facades.ts'
import { auditorium, foyer, projectionRoom } from './drawing/interiors.ts'
import { circle, each, ellipse, path, polygon, rect } from './drawing/svg.ts'

const sea =
  rect(0, 0, 760, 330, '#2d4a6f') +
  circle(380, 190, 90, '#f7c56a') +
  rect(0, 200, 760, 130, '#1b3350') +
  each(6, (index) => rect(330 - index * 10, 214 + index * 18, 100 + index * 20, 6, '#f7c56a', 'opacity=".7"'))
const city =
  rect(0, 0, 760, 330, '#c8892b') +
  each(13, (index) => rect(index * 60, 330 - 90 - ((index * 83) % 170), 50, 300, '#2b1808')) +
  circle(380, 110, 60, '#ffe6a6')
const moon =
  rect(0, 0, 760, 330, '#1b2b6b') +
  circle(380, 165, 120, '#f7e2a0') +
  ellipse(430, 140, 26, 20, '#5a3a10') +
  circle(330, 140, 12, '#3a2409') +
  path('M310 220Q380 260 450 220', 'none', 'stroke="#5a2f12" stroke-width="10"')
const train =
  rect(0, 0, 760, 330, '#c9cfae') +
  circle(380, 170, 110, '#2b382c') +
  circle(380, 170, 36, '#a93a27') +
  circle(380, 70, 26, '#ffe59a') +
  polygon(
    [
      [280, 260],
      [480, 260],
      [560, 330],
      [200, 330],
    ],
    '#a93a27',
  )

const map = (place: string) => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`

/** The houses of a chain in Edinburgh: real streets, made-up cinemas. */
export const branches = [
  {
    name: 'Harbour',
    address: '14 The Shore, Leith, Edinburgh EH6 6QW',
    googleMapsUrl: map('The Shore, Leith, Edinburgh'),
    pictures: [
      harbour,
      auditorium('harbour-screen-one.jpg', ['#12324a', '#1f5f7a', '#f3ead2'], sea),
      foyer('harbour-foyer.jpg', ['#1f4a63', '#3a5a6a', '#5fd0e8']),
      projectionRoom('harbour-projection-room.jpg', ['#23405a', '#8a9fb0', '#e9b44c']),
    ],
  },
  {
    name: 'Old Town',
    address: '61 Grassmarket, Edinburgh EH1 2HJ',
    googleMapsUrl: map('Grassmarket, Edinburgh'),
    pictures: [
      oldTown,
      auditorium('old-town-screen.jpg', ['#4a1f12', '#a8432a', '#f7e3c0'], city),
      foyer('old-town-foyer.jpg', ['#5a3424', '#6b3a22', '#ffb347']),
    ],
  },
  {
    name: 'Station Square',
    address: '2 Haymarket Terrace, Edinburgh EH12 5EY',
    googleMapsUrl: map('Haymarket Terrace, Edinburgh'),
    pictures: [
      stationSquare,
      foyer('station-square-foyer.jpg', ['#5a1f2a', '#3a2a34', '#ff5d73']),
      auditorium('station-square-screen-two.jpg', ['#3a1424', '#b3122f', '#f4ecd8'], train),
    ],
  },
  {
    name: 'Meadows',
    address: '9 Melville Drive, Edinburgh EH9 1ND',
    googleMapsUrl: map('Melville Drive, Edinburgh'),
    pictures: [meadows, foyer('meadows-foyer.jpg', ['#2f5a4a', '#8a6a3f', '#b8d66a'])],
  },
  {
    name: 'Promenade',
    address: '40 Portobello Promenade, Edinburgh EH15 1DX',
    googleMapsUrl: map('Portobello Promenade, Edinburgh'),
    pictures: [promenade, auditorium('promenade-screen.jpg', ['#4a1f4f', '#c2408a', '#fbe9d6'], moon)],
  },
  {
    name: 'Stockbridge',
    address: '27 Raeburn Place, Edinburgh EH4 1HU',
    googleMapsUrl: map('Raeburn Place, Edinburgh'),
    pictures: [stockbridge],
  },
]
