import type { ResourceConfig } from '#web/api/resource-config.ts'
import { paths } from '#web/router/paths.ts'
import { splitByToday } from './split-by-today.ts'

export const config: ResourceConfig = {
  one: 'booking',
  many: 'Bookings',
  at: paths.bookings,
  api: '/api/bookings',
  asks: (asked) => (asked.tab ? [] : (splitByToday(asked) ?? [])),
  placeInBar: 2,
  list: async () => (await import('./BookingList.tsx')).BookingList,
  editor: async () => (await import('./BookingEditor.tsx')).BookingEditor,
}
