import { LayoutGrid, Rows3 } from 'lucide-react'
import { useMediaQuery, wide } from '#web/components/media-query.ts'
import { createSetting } from '#web/setting.ts'
import { useStore } from '#web/store.ts'

/** Bookings as tickets, or as rows with aligned columns. */
const views = ['cards', 'rows'] as const
export type View = (typeof views)[number]

const looks = { cards: { label: 'Cards', Icon: LayoutGrid }, rows: { label: 'Rows', Icon: Rows3 } }

export function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset className="flex gap-0.5 rounded-full [.popover_&]:mb-1.5 border border-edge bg-surface p-0.5">
      <legend className="sr-only">View</legend>
      {views.map((each) => {
        const { label, Icon } = looks[each]
        return (
          <label
            key={each}
            title={label}
            className="grid h-[26px] w-8 [.popover_&]:w-full cursor-pointer place-items-center rounded-full text-ink-3 has-checked:bg-ink has-checked:text-bg forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 pointer-coarse:h-10 pointer-coarse:w-11"
          >
            <input type="radio" name="view" value={each} checked={view === each} onChange={() => onChange(each)} className="sr-only" />
            <Icon size={15} />
            <span className="sr-only">{label}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

const view = createSetting('moviebox.bookings.view', ['by width', ...views])

/** The user's choice, which this browser remembers; without one, rows where they have room. It isn't part of an address that is sent to others. */
export function useView(): [View, (view: View) => void] {
  const isWide = useMediaQuery(wide)
  const chosen = useStore(view)
  return [chosen === 'by width' ? (isWide ? 'rows' : 'cards') : chosen, view.set]
}
