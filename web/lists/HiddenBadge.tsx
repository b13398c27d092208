import { daysAfter } from '#contract/dates.ts'
import { today } from '#web/api/chain-day.ts'
import { Badge } from '#web/components/Badge.tsx'
import { dayInBrief } from '#web/components/dates.ts'

/** The day from or until which the public can't see a record; nothing while the record is visible. */
export function HiddenBadge({ item: { showFrom, showUntil } }: { item: { showFrom: string; showUntil: string } }) {
  const now = today()
  if (showFrom > now) return <Badge tone="wait">Hidden until {dayInBrief(showFrom, now)}</Badge>
  if (showUntil !== '' && showUntil < now) return <Badge tone="calm">Hidden since {dayInBrief(daysAfter(showUntil, 1), now)}</Badge>
  return null
}
