import { useEffect, useRef } from 'react'
import { Alert } from '#web/components/Alert.tsx'
import { focusFirstIn } from '#web/components/focus.ts'
import { counted, formatCount } from '#web/components/format-count.ts'
import { Link } from '#web/router/Link.tsx'
import { useStore } from '#web/store.ts'
import { isLeftWanted, leftOver } from './bulk-run.ts'
import type { BulkTarget } from './bulk-target.ts'
import { useOnScreen } from './on-screen.ts'
import { type Left, leftInWords } from './result.ts'

/** So many are named for each reason. */
const mostNamed = 10

/** Which records of the list at `list` a bulk action left unchanged, and why. */
export function LeftOver({ list }: { list: string }) {
  useOnScreen(`leftOver ${list}`)
  const { action, left } = useStore(leftOver()) ?? {}
  const isWanted = useStore(isLeftWanted())
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWanted) return
    isLeftWanted().set(false)
    if (!focusFirstIn(place.current)) place.current?.focus()
  }, [isWanted])
  if (!action || action.target.list !== list) return null
  const { target } = action
  return (
    <Alert
      text={leftInWords(left ?? [], (count) => counted(count, target.noun))}
      onDismiss={() => leftOver().set(undefined)}
      reason={
        <div ref={place} tabIndex={-1}>
          {[...Map.groupBy(left ?? [], ({ reason }) => reason)].map(([reason, ofReason]) => (
            <OfReason key={reason} target={target} reason={reason} left={ofReason} />
          ))}
        </div>
      }
    />
  )
}

function OfReason({ target, reason, left }: { target: BulkTarget; reason: string; left: readonly Left[] }) {
  return (
    <div className="mt-1">
      <p>{reason}</p>
      <ul className="mt-0.5 flex flex-wrap gap-x-4 text-small">
        {left.slice(0, mostNamed).map(({ item }) => (
          <li key={item._id}>
            <Name target={target} item={item} />
          </li>
        ))}
        {left.length > mostNamed && <li>and {formatCount(left.length - mostNamed)} more</li>}
      </ul>
    </div>
  )
}

/** A record, with the link to it if there is one. */
function Name({ target, item }: Pick<Left, 'item'> & { target: BulkTarget }) {
  const to = target.to(item)
  const { name, more } = target.label(item)
  const words = (
    <>
      <bdi>{name}</bdi>
      {more}
    </>
  )
  if (to === undefined) return words
  return (
    <Link to={to} className="underline underline-offset-4">
      {words}
    </Link>
  )
}
