import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { areCountable, type BookingNumber, mostDaysCounted } from '#contract/booking-numbers.ts'
import { type Days, daysOf } from '#contract/listing.ts'
import type { ListQuery } from '#web/api/address.ts'
import { ApiError } from '#web/api/call.ts'
import { today } from '#web/api/chain-day.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { dayInBrief } from '#web/components/dates.ts'
import { useErrorLog } from '#web/components/error-log.ts'
import { formatCount } from '#web/components/format-count.ts'
import type { ListState } from '#web/lists/list-state.ts'
import { useDownload } from '#web/lists/use-download.ts'
import { numbers, numbersAsCsv } from './api.ts'
import { CountTable } from './CountTable.tsx'
import { discountsIn } from './discounts.ts'
import { MonthSteps } from './MonthSteps.tsx'
import { inTotal } from './statuses.ts'
import { TimeChart } from './TimeChart.tsx'

type NumbersPanelProps = { state: ListState; asked: ListQuery; isReady: boolean }

/** The bookings that match `asked` by day, branch and code. A click changes the query of the list. */
export function NumbersPanel({ state, asked, isReady }: NumbersPanelProps) {
  const { set } = state
  const isCountable = areCountable(asked.date)
  const { data, error, isError, isPending, refetch } = useQuery({ ...numbers(asked), enabled: isReady && isCountable })
  const { isBusy, begin } = useDownload(() => numbersAsCsv(asked))
  const isTooMany = error instanceof ApiError && error.code === 'too_many'
  useErrorLog('The numbers could not be loaded', error)
  const lines = isError || !isCountable ? [] : (data?.items ?? [])
  const of = (...kinds: BookingNumber['by'][]) => lines.filter(({ by }) => kinds.includes(by))
  const [times, branches, codes] = [of('day', 'month'), of('branch'), of('code')]
  const [all] = of('all')
  const period = daysOf(asked.date?.[0] ?? '')
  const left = isCountable ? (data?.total ?? 0) - lines.length : 0
  const pick = (name: string) => (value: string) => set({ [name]: asked[name]?.length === 1 && asked[name][0] === value ? [] : [value] })
  return (
    <div className={`grid ${isCountable ? 'min-h-60' : ''} grid-cols-[minmax(0,1fr)] content-start gap-5 border-line border-t p-4`}>
      <div className="flex flex-wrap items-center gap-2">
        <MonthSteps state={state} />
        {all && (
          <p className="text-ink-2 tabular-nums">
            {daysInBrief(period)}: <span className="font-[600] text-ink">{inTotal(all)}</span>
          </p>
        )}
        <Button
          aria-disabled={isBusy || !isCountable}
          aria-busy={isBusy}
          className="ml-auto"
          onClick={() => isCountable && void begin()}
          Icon={Download}
        >
          Download numbers as CSV
        </Button>
      </div>
      {!isCountable && (
        <p className="text-ink-2">Choose a period of up to {mostDaysCounted} days to see numbers per branch, day and code.</p>
      )}
      {isPending && isCountable && (
        <p role="status" className="text-ink-2">
          Counting…
        </p>
      )}
      {isTooMany && <p role="status">{error.message}</p>}
      {isError && !isTooMany && <Alert text="The numbers couldn't be loaded." reason={reasonOf(error)} onRetry={() => void refetch()} />}
      {data && isCountable && !isError && times.length === 0 && <p className="text-ink-2">There are no bookings to count.</p>}
      {times.length > 0 && <TimeChart lines={times} period={period} asked={state.asked.date} onPick={(date) => set({ date })} />}
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        {branches.length > 0 && <CountTable title="Per branch" lines={branches} asked={asked.branchName} onPick={pick('branchName')} />}
        {times.length > 0 && (
          <CountTable
            title="Codes used"
            note={discountsIn(of('discount'))}
            lines={codes}
            asked={asked.promoCode}
            onPick={pick('promoCode')}
          />
        )}
      </div>
      {!isError && left > 0 && (
        <p className="text-ink-2 text-small">
          Download the CSV file to see {formatCount(left)} more {left === 1 ? 'code' : 'codes'}.
        </p>
      )}
    </div>
  )
}

/** 'Nov 1 to Nov 30' */
const daysInBrief = ({ from, to }: Days) => [...new Set([from, to])].map((day) => dayInBrief(day, today())).join(' to ')
