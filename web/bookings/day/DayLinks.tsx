import { parseListQuery } from '#web/api/address.ts'
import { weekdayInWords } from '#web/components/dates.ts'
import { Link } from '#web/router/Link.tsx'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { dayAddress } from './address.ts'

/** Leads from a day in the list to its sheet and to its closure, at the branch that the list is asked for. */
export function DayLinks({ day }: { day: string }) {
  const { branchName = [] } = parseListQuery(useLocation().search)
  const asked = { date: [`${day}..${day}`], branchName }
  return (
    <>
      <Link to={dayAddress('sheet', asked)} className={look}>
        Day sheet<span className="sr-only"> for {weekdayInWords(day)}</span>
      </Link>
      <Link to={dayAddress('closure', asked)} className={look}>
        Close a branch<span className="sr-only"> on {weekdayInWords(day)}</span>
      </Link>
    </>
  )
}

const look =
  'reveal inline-flex min-h-6 max-md:hidden items-center rounded-control font-[500] text-ink-2 text-small hover:text-ink hover:underline pointer-coarse:min-h-11'
