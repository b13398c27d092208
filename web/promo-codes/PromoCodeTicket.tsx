import { Fragment, type ReactNode } from 'react'
import type { PromoCode } from '#contract/promo-codes.ts'
import { today } from '#web/api/chain-day.ts'
import { Badge, type Tone } from '#web/components/Badge.tsx'
import { dayInBrief } from '#web/components/dates.ts'
import { CardTitle, PictureLink } from '#web/lists/CardTitle.tsx'
import { Ticket } from '#web/lists/Ticket.tsx'
import { Uses } from './Uses.tsx'

/** The stub and the least height of a promo code's ticket, as classes. */
export const ticketSize = '[--stub:84px] sm:[--stub:96px] min-h-[132px]'

type Shown = Pick<PromoCode, 'code' | 'percentage' | 'firstDay' | 'lastDay' | 'weekdays' | 'branchNames' | 'mostUses' | 'uses' | 'paused'>

/** A promo code as a ticket: the discount on the stub, the state, and when and where it is valid. `to` is the link to it. */
export function PromoCodeTicket({ promoCode, to, children }: { promoCode: Shown; to: string; children?: ReactNode }) {
  const { code, percentage, uses, mostUses, branchNames } = promoCode
  const { tone, label } = stateOf(promoCode)
  return (
    <Ticket
      className={ticketSize}
      stub={
        <>
          <Percentage>{Number.isNaN(percentage) ? '–' : String(percentage)}</Percentage>
          <PictureLink to={to} />
        </>
      }
    >
      {/* Beside a badge there is no room for a long code, and no word in it to break it at. */}
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
        <div className="mr-auto min-w-0">
          <CardTitle to={to}>{code}</CardTitle>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 text-ink-2 text-small">{validity(promoCode)}</p>
      {branchNames.length > 0 && <Branches names={branchNames} />}
      <Uses code={code} uses={uses} mostUses={mostUses} />
      {children}
    </Ticket>
  )
}

/** The discount on the stub of a ticket: '20', or '10–20' for a campaign. */
export function Percentage({ children }: { children: string }) {
  return (
    <p className="grid h-full place-content-center text-center">
      <span className="text-title tabular-nums">{children}%</span>
      <span className="font-[600] text-ink-3 text-tiny uppercase tracking-wide">off</span>
    </p>
  )
}

/** Whether the code can be used today, or else the reason why not that lasts longest. */
export function stateOf(shown: Omit<Shown, 'branchNames'>): { tone: Tone; label: string } {
  const now = today()
  if (hasExpired(shown)) return { tone: 'calm', label: 'Expired' }
  if (isUsedUp(shown)) return { tone: 'calm', label: 'Used up' }
  if (shown.paused) return { tone: 'wait', label: 'Paused' }
  if (shown.firstDay > now) return { tone: 'wait', label: `Starts ${dayInBrief(shown.firstDay, now)}` }
  return { tone: 'good', label: 'Active' }
}

const hasExpired = ({ lastDay }: Pick<Shown, 'lastDay'>) => lastDay !== '' && lastDay < today()
const isUsedUp = ({ uses, mostUses }: Pick<Shown, 'uses' | 'mostUses'>) => mostUses !== null && uses >= mostUses

/** Whether the code is used up or has expired, so that a pause changes nothing. */
export const isOver = (code: Pick<Shown, 'lastDay' | 'uses' | 'mostUses'>) => hasExpired(code) || isUsedUp(code)

/** The branches at which a code is valid, each name in its own direction. */
export const Branches = ({ names }: { names: readonly string[] }) => (
  <p className="wrap-anywhere line-clamp-2 text-ink-2 text-small">
    {names.map((name, at) => (
      <Fragment key={names.slice(0, at + 1).join()}>
        {at > 0 && ', '}
        <bdi>{name}</bdi>
      </Fragment>
    ))}
  </p>
)

/** 'Until Dec 3'; '' for no limit. */
export function period(
  { firstDay, lastDay }: Pick<Shown, 'firstDay' | 'lastDay'>,
  write = (day: string) => dayInBrief(day, today()),
): string {
  const [first, last] = [firstDay, lastDay].map((day) => day && write(day))
  return (first && last ? `${first} to ${last}` : first ? `From ${first}` : last && `Until ${last}`) ?? ''
}

/** 'Mon, Tue'; '' for every day. */
export const weekdaysInBrief = (weekdays: readonly string[]): string =>
  weekdays.length === 7 ? '' : weekdays.map((day) => day.slice(0, 3)).join(', ')

/** 'Until Dec 3 · Mon, Tue' */
const validity = ({ weekdays, ...days }: Pick<Shown, 'firstDay' | 'lastDay' | 'weekdays'>): string =>
  [period(days), weekdaysInBrief(weekdays)].filter(Boolean).join(' · ') || 'No end date'
