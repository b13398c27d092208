import { useRef } from 'react'
import type { Session } from '#contract/sessions.ts'
import type { User } from '#contract/users.ts'
import { Ago } from '#web/ui/base/Ago.tsx'
import { Alert } from '#web/ui/base/Alert.tsx'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Spinner } from '#web/ui/base/Spinner.tsx'
import { sentence, useEndSessions, useSessions } from './api.ts'

type SessionsProps = {
  /** Whose they are; without one, those of whoever looks. */
  user?: User
  /** What ends all of them at once, as a button says it. */
  endAll: string
  onDone: (text: string) => void
  onFailure: (error: unknown) => void
}

/** Where somebody is signed in, and how to end that. */
export function Sessions({ user, endAll, onDone, onFailure }: SessionsProps) {
  const list = useRef<HTMLDivElement>(null)
  const query = useSessions(user)
  const end = useEndSessions(user)
  const others = query.data?.filter(({ isCurrent }) => !isCurrent) ?? []
  async function ask(session: Session | 'all') {
    if (end.isPending) return
    try {
      // Not `mutate`, which tells nobody once the panel is closed.
      await end.mutateAsync(session)
      onDone(session === 'all' ? 'Sessions ended successfully' : 'Session ended successfully')
    } catch (error) {
      onFailure(error)
    }
    // The button that was pressed goes with its session: the focus stays in the list, unless somebody has taken it elsewhere.
    const { activeElement, body } = document
    if (activeElement === body || list.current?.contains(activeElement)) list.current?.focus()
  }
  if (query.isPending) return <Spinner />
  if (!query.data) return <Alert text={sentence(query.error, 'Failed to fetch sessions')} onRetry={() => void query.refetch()} />
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {query.data.length === 0 && <p className="text-ink-2">Not signed in anywhere.</p>}
      <ul className="divide-y divide-line">
        {query.data.map((session) => (
          <SessionRow key={session._id} session={session} onEnd={() => void ask(session)} />
        ))}
      </ul>
      {others.length > 0 && (
        <Button className="mt-4" aria-disabled={end.isPending} onClick={() => void ask('all')}>
          {endAll}
        </Button>
      )}
    </div>
  )
}

function SessionRow({ session: { browser, address, usedAt, isCurrent }, onEnd }: { session: Session; onEnd: () => void }) {
  const name = browser || 'Unknown browser'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere flex flex-wrap items-center gap-2 font-[550]">
          {name}
          {isCurrent && <Badge tone="good">This session</Badge>}
        </p>
        <p className="wrap-anywhere text-ink-2 text-small">
          Last used <Ago at={usedAt} />
          {address && `, from ${address}`}
        </p>
      </div>
      {!isCurrent && (
        <Button aria-label={`End the session of ${name}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}
