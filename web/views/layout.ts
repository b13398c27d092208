import { useMediaQuery, wide } from '#web/components/media-query.ts'
import { createSetting } from '#web/setting.ts'
import { useStore } from '#web/store.ts'

/** The layouts of bookings. */
export const layouts = ['cards', 'rows'] as const
export type Layout = (typeof layouts)[number]

const layout = createSetting('moviebox.bookings.view', ['by width', ...layouts])

export const setLayout: (layout: Layout) => void = layout.set

/** The user's choice, which this browser remembers; without one, rows where they have room. It isn't part of an address that is sent to others. */
export function useLayout(): Layout {
  const isWide = useMediaQuery(wide)
  const chosen = useStore(layout)
  return chosen === 'by width' ? (isWide ? 'rows' : 'cards') : chosen
}
