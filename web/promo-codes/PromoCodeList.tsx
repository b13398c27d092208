import { today } from '#contract/dates.ts'
import type { PromoCode } from '#contract/promo-codes.ts'
import { Badge, type Tone } from '#web/ui/base/Badge.tsx'
import { dayInBrief } from '#web/ui/base/dates.ts'
import { CardActions } from '#web/ui/list/CardActions.tsx'
import { ListPage } from '#web/ui/list/ListPage.tsx'
import { Ticket, TicketSkeleton } from '#web/ui/list/Ticket.tsx'
import { promoCodeApi } from './api.ts'

const size = '[--stub:84px] sm:[--stub:96px] min-h-[132px]'

export function PromoCodeList() {
  return (
    <ListPage
      collection={promoCodeApi}
      title="Promo Codes"
      subtitle="Manage the discounts that bookings can use"
      back={{ to: '/bookings', label: 'Back to Bookings' }}
      add={{ to: '/bookings/promo-codes/add', label: 'New Promo Code' }}
      empty={{ title: 'No promo codes', text: 'Codes that take some percent off a booking are kept here.', add: 'Add Promo Code' }}
      confirm="Are you sure you want to delete this promo code?"
      warning={({ uses }) => uses > 0 && 'Bookings that carry it keep their discount.'}
      nameOf={({ code }) => code}
      columns="md:grid-cols-2 lg:grid-cols-3"
      skeleton={<TicketSkeleton className={size} />}
    >
      {(promoCode, onDelete) => <PromoCodeCard promoCode={promoCode} onDelete={onDelete} />}
    </ListPage>
  )
}

function PromoCodeCard({ promoCode, onDelete }: { promoCode: PromoCode; onDelete: () => void }) {
  const { _id, code, percentage, uses, mostUses } = promoCode
  const { tone, label } = stateOf(promoCode)
  return (
    <Ticket className={size} stub={<Percentage>{percentage}</Percentage>}>
      <div className="flex items-start gap-2">
        <h2 className="mr-auto min-w-0 text-card">{code}</h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 text-ink-2 text-small">{validity(promoCode)}</p>
      <p className="text-ink-2 text-small tabular-nums">
        {mostUses === null ? `${written(uses)} used` : `${written(uses)} of ${written(mostUses)} used`}
      </p>
      <CardActions name={code} editTo={`/bookings/promo-codes/edit/${_id}`} onDelete={onDelete} />
    </Ticket>
  )
}

function Percentage({ children }: { children: number }) {
  return (
    <p className="grid h-full place-content-center text-center">
      <span className="text-title tabular-nums">{children}%</span>
      <span className="font-[600] text-accent-text text-tiny uppercase tracking-wide">off</span>
    </p>
  )
}

/** Whether the code can be used today, or else the reason why not that lasts longest. */
function stateOf({ paused, firstDay, lastDay, uses, mostUses }: PromoCode): { tone: Tone; label: string } {
  const now = today()
  if (lastDay !== '' && lastDay < now) return { tone: 'calm', label: 'Expired' }
  if (mostUses !== null && uses >= mostUses) return { tone: 'calm', label: 'Used up' }
  if (paused) return { tone: 'wait', label: 'Paused' }
  if (firstDay > now) return { tone: 'wait', label: `Starts ${dayInBrief(firstDay, now)}` }
  return { tone: 'good', label: 'Active' }
}

const written = (count: number) => count.toLocaleString()

function validity({ firstDay, lastDay }: PromoCode): string {
  const [first, last] = [firstDay, lastDay].map((day) => day && dayInBrief(day, today()))
  if (first && last) return `${first} to ${last}`
  if (first) return `From ${first}`
  return last ? `Until ${last}` : 'On every day'
}
