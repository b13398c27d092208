import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { live } from '#web/api/live.ts'
import { useSession } from '#web/api/session.ts'
import { formatCount } from '#web/components/format-count.ts'
import { useRootDataAttribute } from '#web/components/root-data-attribute.ts'
import { useStore } from '#web/store.ts'
import { openEventStream } from './event-stream.ts'
import { createRefresher, type News } from './invalidation.ts'
import { isListInUse } from './visibility.ts'

/** The shortest pause between two announcements of changes, in milliseconds, so that a screen reader can read other things. */
const sayEvery = 10_000

/** Shows changes by others. A change that would move items under the pointer or the focus waits behind a button. */
export function Live() {
  const { session } = useSession()
  const client = useQueryClient()
  const [said, setSaid] = useState({ words: '', times: 0 })
  useEffect(() => {
    if (!session) return
    const ended = new AbortController()
    const over = AbortSignal.any([session.signal, ended.signal])
    let last = Number.NEGATIVE_INFINITY
    const refresh = createRefresher(client, over, (news) => {
      if (performance.now() - last < sayEvery) return
      last = performance.now()
      setSaid(({ times }) => ({ words: inWords(news), times: times + 1 }))
    })
    openEventStream(session, over, ({ anew, moved = [], open }) => {
      const its = live()
      if (open) its.open.set(open)
      const changed = moved.flatMap(({ resource, changes }) => changes.map((change) => [`${resource}/${change._id}`, change] as const))
      // A noted call changes no field of a form.
      const own = changed.filter(([record, { action }]) => its.records.get().includes(record) && action !== 'contact')
      if (own.length > 0) its.changed.set(new Map([...its.changed.get(), ...own]))
      if (anew) refresh.anew()
      else refresh.moved(moved)
    })
    return () => ended.abort()
  }, [session, client])
  return (
    <>
      <p role="status" className="sr-only">
        {/* The same words once more would be no change, and not be said. */}
        <span key={said.times}>{said.words}</span>
      </p>
      <HeldBack />
    </>
  )
}

/** '2 changed, 1 added.' */
function inWords({ changed, added, gone }: News): string {
  const parts = [
    changed > 0 && `${formatCount(changed)} changed`,
    added > 0 && `${formatCount(added)} added`,
    gone > 0 && `${formatCount(gone)} removed`,
  ]
  return `Changes by other users: ${parts.filter(Boolean).join(', ')}.`
}

/** As far as a page may be scrolled, in pixels, with the beginning of its list in sight. */
const atTop = 100

/**
 * The button for items that were held back while the user was at the list. They also appear once the user has left the list. On narrow
 * screens it is at the foot of the window.
 */
function HeldBack() {
  const client = useQueryClient()
  const held = useStore(live().held)
  const show = useCallback(() => void client.invalidateQueries({ predicate: ({ queryHash }) => held.has(queryHash) }), [client, held])
  useRootDataAttribute('held', held.size > 0 ? '' : undefined)
  useEffect(() => {
    if (held.size === 0) return
    const look = () => {
      if (!isListInUse() && scrollY < atTop) show()
    }
    const soon = () => setTimeout(look)
    for (const event of ['pointerover', 'focusout', 'scroll']) addEventListener(event, soon, { passive: true })
    return () => {
      for (const event of ['pointerover', 'focusout', 'scroll']) removeEventListener(event, soon)
    }
  }, [held, show])
  const sum = (of: 'added' | 'gone') => [...held.values()].reduce((so, each) => so + each[of], 0)
  const words = [sum('added') > 0 && `${formatCount(sum('added'))} added`, sum('gone') > 0 && `${formatCount(sum('gone'))} removed`]
  return (
    <div role="status" className="md:fixed md:top-18 md:left-1/2 md:-translate-x-1/2">
      {held.size > 0 && (
        <button
          type="button"
          onClick={show}
          className="pointer-events-auto min-h-9 rounded-full border border-edge bg-surface px-4 font-[550] shadow-raised tabular-nums hover:bg-sunk pointer-coarse:min-h-11"
        >
          {words.filter(Boolean).join(', ') || 'Order changed'} <span className="text-accent-text">Show</span>
        </button>
      )}
    </div>
  )
}
