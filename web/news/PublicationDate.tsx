import { today } from '#web/api/chain-day.ts'
import { Badge } from '#web/components/Badge.tsx'
import { dayInWords } from '#web/components/dates.ts'

/** The day of a news item; one that is yet to come is marked. */
export function PublicationDate({ day }: { day: string }) {
  return (
    <>
      <time dateTime={day}>{dayInWords(day)}</time>
      {day > today() && <Badge tone="wait">Scheduled</Badge>}
    </>
  )
}
