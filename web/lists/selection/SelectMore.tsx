import { useId } from 'react'
import { Button } from '#web/components/Button.tsx'
import { formatCount } from '#web/components/format-count.ts'
import { mostSelected } from './load-all.ts'

type SelectMoreProps = {
  /** The numbers of selected, selected and loaded, loaded, and matching bookings. */
  selected: number
  inSight: number
  loaded: number
  total: number | undefined
  onAllLoaded: () => void
  onAll: () => void
  onNone: () => void
  isLoading: boolean
}

/** How many are selected; all that are loaded with one click, and with another one all that are asked for. */
export function SelectMore({ selected, inSight, loaded, total = loaded, onAllLoaded, onAll, onNone, isLoading }: SelectMoreProps) {
  const id = useId()
  const isEach = inSight === loaded
  const most = Math.min(total, mostSelected)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2.5">
      <input
        id={id}
        type="checkbox"
        aria-label="Select all loaded bookings"
        className="size-4.5 accent-accent"
        checked={isEach}
        ref={(box) => {
          if (box) box.indeterminate = !isEach
        }}
        onChange={isEach ? onNone : onAllLoaded}
      />
      <label htmlFor={id} className="flex min-h-9 items-center font-[550] tabular-nums pointer-coarse:min-h-11">
        {formatCount(selected)} selected
      </label>
      {isEach && selected < most && (
        <Button look="quiet" aria-busy={isLoading} aria-disabled={isLoading} onClick={onAll}>
          {isLoading ? 'Selecting…' : `Select ${most < total ? 'the first' : 'all'} ${formatCount(most)}`}
        </Button>
      )}
    </div>
  )
}
