import { useEffect, useRef } from 'react'
import { config } from '#web/bookings/index.ts'
import { Alert } from '#web/components/Alert.tsx'
import { dayInWords, timeInWords } from '#web/components/dates.ts'
import { focusFirstIn } from '#web/components/focus.ts'
import { formatCount } from '#web/components/format-count.ts'
import { Link } from '#web/router/Link.tsx'
import { useStore } from '#web/store.ts'
import { counted } from './bulk-actions.ts'
import { useOnScreen } from './on-screen.ts'
import { type Left, leftInWords } from './result.ts'
import { isLeftWanted, leftOver } from './run-bulk-action.ts'

/** So many are named for each reason. */
const mostNamed = 10

/** Which bookings were left as they were when many were changed, and why. */
export function LeftOver() {
  useOnScreen('leftOver')
  const left = useStore(leftOver())
  const isWanted = useStore(isLeftWanted())
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWanted) return
    isLeftWanted().set(false)
    focusFirstIn(place.current)
  }, [isWanted])
  if (left.length === 0) return null
  return (
    <Alert
      text={leftInWords(left, counted)}
      onDismiss={() => leftOver().set([])}
      reason={
        <div ref={place}>
          {[...Map.groupBy(left, ({ reason }) => reason)].map(([reason, those]) => (
            <Those key={reason} reason={reason} those={those} />
          ))}
        </div>
      }
    />
  )
}

function Those({ reason, those }: { reason: string; those: readonly Left[] }) {
  return (
    <div className="mt-1">
      <p>{reason}</p>
      <ul className="mt-0.5 flex flex-wrap gap-x-4 text-small">
        {those.slice(0, mostNamed).map(({ booking: { _id, fullName, date, time } }) => (
          <li key={_id}>
            <Link to={config.at.edit(_id)} className="underline underline-offset-4">
              <bdi>{fullName}</bdi>, {dayInWords(date)}, {timeInWords(time)}
            </Link>
          </li>
        ))}
        {those.length > mostNamed && <li>and {formatCount(those.length - mostNamed)} more</li>}
      </ul>
    </div>
  )
}
