import { bookingStatuses, type Caller, canceled } from '#contract/bookings.ts'
import { grouped } from '#contract/phone.ts'
import { today } from '#web/api/chain-day.ts'
import type { ComboboxOption } from '#web/components/combobox.ts'
import { dayInBrief, timeInWords } from '#web/components/dates.ts'
import { formatCount } from '#web/components/format-count.ts'

type CallerOptionProps = { option: ComboboxOption; caller: Caller; onTake: () => void }

/** An earlier guest: name, number, usual booking and latest bookings. */
export function CallerOption({ option, caller, onTake }: CallerOptionProps) {
  const { fullName, phoneNumber, branchName, time, bookings, latest, note } = caller
  return (
    <button
      {...option}
      role="option"
      type="button"
      tabIndex={-1}
      className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-3 py-2 text-left not-first:border-line not-first:border-t hover:bg-sunk aria-selected:bg-accent-soft"
      // The focus stays in the phone number, which handles the keys.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      <span className="truncate font-[600]">
        <bdi>{fullName}</bdi> <bdi className="ml-1 font-normal text-ink-2 tabular-nums">{grouped(phoneNumber)}</bdi>
      </span>
      {option['aria-selected'] && (
        <kbd className="row-span-2 self-start rounded-control border border-edge bg-surface px-1.5 font-sans text-ink-2 text-tiny pointer-coarse:hidden">
          Enter
        </kbd>
      )}
      <span className="col-start-1 text-ink-2 text-small">
        {branchName !== '' && (
          <>
            <bdi>{branchName}</bdi>,{' '}
          </>
        )}
        {timeInWords(time)} · {bookings === 1 ? '1 booking' : `${formatCount(bookings)} bookings`}
      </span>
      <span className="col-span-2 text-ink-3 text-small tabular-nums">{latest.map(inBrief).join(' · ')}</span>
      {note !== '' && (
        <span dir="auto" className="col-span-2 line-clamp-2 text-small">
          {note}
        </span>
      )}
    </button>
  )
}

const inBrief = ({ date, time, status }: Caller['latest'][number]) =>
  `${dayInBrief(date, today())}, ${timeInWords(time)}${status === canceled ? ` (${bookingStatuses[canceled]})` : ''}`
