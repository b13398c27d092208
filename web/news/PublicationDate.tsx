import { today } from '#web/api/chain-day.ts'
import { Badge } from '#web/components/Badge.tsx'
import { dayInWords, weekdayInWords } from '#web/components/dates.ts'

/** The day of a news item; until that day, the public doesn't see the item. */
export function PublicationDate({ day }: { day: string }) {
  if (day <= today()) return <time dateTime={day}>{dayInWords(day)}</time>
  return (
    <Badge tone="wait">
      <span className="whitespace-normal">
        Scheduled for <time dateTime={day}>{weekdayInWords(day)}</time>
      </span>
    </Badge>
  )
}
