import type { Face } from '#web/face.ts'
import { paths } from '#web/paths.ts'
import { halves } from './halves.ts'

export const face: Face = {
  one: 'booking',
  many: 'Bookings',
  at: paths.bookings,
  api: '/api/bookings',
  asks: (asked) => (asked.tab ? [] : (halves(asked) ?? [])),
  placeInBar: 2,
  list: async () => (await import('./BookingList.tsx')).BookingList,
  editor: async () => (await import('./BookingEditor.tsx')).BookingEditor,
}
