import { bookingStatuses } from '#contract/bookings.ts'
import { Badge, type Tone } from '#web/components/Badge.tsx'

/** In the order of `bookingStatuses`. */
const tones: Tone[] = ['wait', 'good', 'bad']

export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={tones[status] ?? 'calm'}>{bookingStatuses[status]}</Badge>
}
