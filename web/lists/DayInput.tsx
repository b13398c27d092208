import { useState } from 'react'
import { days } from '#contract/fields.ts'
import { useDelayed } from '#web/components/delayed.ts'

/** A day counts when this long nothing was changed, in milliseconds: "25" begins as "2", and "2026" as the year 2. */
const pause = 500

type DayInputProps = { label: string; value: string; onChange: (day: string) => void }

/** A day of a filter; `''` for none. Applies after a pause in typing, or immediately on Enter or blur. */
export function DayInput({ label, value, onChange }: DayInputProps) {
  const [typed, setTyped] = useState<string>()
  const settling = useDelayed(settle, pause)

  function settle(input: HTMLInputElement) {
    settling.cancel()
    setTyped(undefined)
    if (isWhole(input) && input.value !== value) onChange(input.value)
  }

  return (
    <input
      type="date"
      aria-label={label}
      value={typed ?? value}
      min={days.first}
      max={days.last}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && settle(currentTarget)}
      onChange={({ target }) => {
        setTyped(target.value)
        if (isWhole(target)) settling.begin(target)
        else settling.cancel()
      }}
      onBlur={({ target }) => settle(target)}
      className="input !min-h-8 !w-auto !rounded-full !px-3 !py-0.5 tabular-nums max-sm:min-w-0 max-sm:flex-1 max-sm:!px-2 pointer-coarse:!min-h-11"
    />
  )
}

/** Neither half a day nor the beginning of a year. */
const isWhole = ({ value, validity }: HTMLInputElement) => !validity.badInput && !value.startsWith('0')
