import { LayoutGrid, Rows3 } from 'lucide-react'
import { type Layout, layouts } from '#web/views/layout.ts'

const looks = { cards: { label: 'Cards', Icon: LayoutGrid }, rows: { label: 'Rows', Icon: Rows3 } }

/** Bookings as tickets, or as rows with aligned columns. */
export function ViewChoice({ view, onChange }: { view: Layout; onChange: (view: Layout) => void }) {
  return (
    <fieldset className="flex gap-0.5 rounded-full [.popover_&]:mb-1.5 border border-edge bg-surface p-0.5">
      <legend className="sr-only">View</legend>
      {layouts.map((each) => {
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
