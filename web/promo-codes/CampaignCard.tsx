import type { Campaign } from '#contract/promo-codes.ts'
import { addressOf, type ListQuery } from '#web/api/address.ts'
import { today } from '#web/api/chain-day.ts'
import { Badge, type Tone } from '#web/components/Badge.tsx'
import { dayAndYear, dayInBrief } from '#web/components/dates.ts'
import { formatCount } from '#web/components/format-count.ts'
import { CardLink } from '#web/lists/CardActions.tsx'
import { CardTitle, PictureLink } from '#web/lists/CardTitle.tsx'
import { Ticket } from '#web/lists/Ticket.tsx'
import { CampaignPause } from './CampaignPause.tsx'
import { DownloadCodes } from './DownloadCodes.tsx'
import { config } from './index.ts'
import { Branches, Percentage, period, ticketSize, weekdaysInBrief } from './PromoCodeTicket.tsx'

type CampaignCardProps = {
  campaign: Campaign
  /** The query of its codes. */
  asked: ListQuery
  /** Whether its codes are listed below. */
  isOpen: boolean
}

/** A campaign as a ticket: its discount, state, limits, codes and uses, with a link to its codes that match `asked` and a download of all of them. */
export function CampaignCard({ campaign, asked, isOpen }: CampaignCardProps) {
  const { campaign: name, codes, uses, leastPercentage: least, mostPercentage: most, weekdays, branchNames } = campaign
  const to = addressOf(config.at.list, {}, asked)
  const { tone, label } = stateOf(campaign)
  return (
    <Ticket
      className={ticketSize}
      stub={
        <>
          <Percentage>{least === most ? String(most) : `${least}–${most}`}</Percentage>
          <PictureLink to={to} />
        </>
      }
    >
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
        <div className="mr-auto min-w-0">
          <CardTitle level="h3" to={to}>
            {name}
          </CardTitle>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 text-ink-2 text-small">{period(campaign, dayAndYear) || 'No end date'}</p>
      <p className="text-ink-2 text-small">{weekdaysInBrief(weekdays) || 'Every day'}</p>
      {branchNames.length > 0 ? <Branches names={branchNames} /> : <p className="text-ink-2 text-small">All branches</p>}
      <p className="inline-flex min-h-6 items-center text-ink-2 text-small tabular-nums">{inWords(campaign)}</p>
      <progress className="progress mt-1" value={Math.min(uses, codes)} max={codes} aria-hidden="true" />
      <div className="mt-auto -mb-1.5 flex flex-wrap gap-x-3 pt-2">
        <CampaignPause campaign={campaign} />
        <DownloadCodes campaign={name} />
        {!isOpen && (
          <div className="ml-auto">
            <CardLink to={to} words="View codes" about={name} />
          </div>
        )}
      </div>
    </Ticket>
  )
}

/** '130 codes, 12 used, 3 paused' */
function inWords({ codes, uses, paused, active, scheduled }: Campaign): string {
  const parts = [codes === 1 ? '1 code' : `${formatCount(codes)} codes`, `${formatCount(uses)} used`]
  if (paused > 0 && active + scheduled > 0) parts.push(`${formatCount(paused)} paused`)
  return parts.join(', ')
}

/** The state of the codes that can still be used; if there are none, why. */
function stateOf({ active, scheduled, paused, usedUp, firstDay }: Campaign): { tone: Tone; label: string } {
  if (active > 0) return { tone: 'good', label: 'Active' }
  if (scheduled > 0) return { tone: 'wait', label: `Starts ${dayInBrief(firstDay, today())}` }
  if (paused > 0) return { tone: 'wait', label: 'Paused' }
  return { tone: 'calm', label: usedUp > 0 ? 'Used up' : 'Expired' }
}
