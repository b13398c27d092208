import { Printer } from 'lucide-react'
import { canceled, type Visit } from '#contract/bookings.ts'
import { CalendarButton } from '#web/bookings/CalendarButton.tsx'
import { config } from '#web/bookings/index.ts'
import { Button } from '#web/components/Button.tsx'
import { mostSelected } from '#web/lists/selection/load-all.ts'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { PageHead } from '#web/router/PageHead.tsx'
import { dayAddress, listAddress } from './address.ts'
import { BranchSheet } from './BranchSheet.tsx'
import { DayTools } from './DayTools.tsx'
import { NoVisits } from './NoVisits.tsx'
import { TooMany } from './TooMany.tsx'
import { useDay } from './useDay.ts'

/** The guests of a day, for print: a page for each branch and day, with the bookings made under its earlier names. */
export function DaySheet() {
  const { state, query, bookings } = useDay('sheet')
  const named = bookings.map((booking) => ({ ...booking, branchName: booking.currentBranchName }))
  const pages = Map.groupBy(named.sort(byBranchAndTime), ({ branchName, day }) => JSON.stringify([branchName, day]))
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title="Day sheet"
          subtitle="Printable guest list"
          back={{ to: listAddress(state.asked), label: `Back to ${config.many}` }}
        />
      </div>
      <DayTools state={state}>
        <CalendarButton of={{ day: { date: state.asked.date, branchName: state.asked.branchName } }} />
        <ButtonLink to={dayAddress('closure', state.asked)}>Close a branch</ButtonLink>
        <Button look="primary" disabled={bookings.length === 0} onClick={() => print()} Icon={Printer}>
          Print
        </Button>
      </DayTools>
      <NoVisits query={query} bookings={bookings} text="There are no bookings on this day." />
      {bookings.length === mostSelected && <TooMany>Choose a branch or fewer days to see all bookings.</TooMany>}
      {[...pages].map(([page, its]) => (
        <BranchSheet key={page} bookings={its} />
      ))}
    </>
  )
}

/** Sorts by time within a branch and a day, and by name within a time. */
const byBranchAndTime = (one: Visit, other: Visit) =>
  one.branchName.localeCompare(other.branchName) ||
  one.day.localeCompare(other.day) ||
  one.date.localeCompare(other.date) ||
  one.time.localeCompare(other.time) ||
  Number(one.status === canceled) - Number(other.status === canceled) ||
  one.fullName.localeCompare(other.fullName)
