import { type ReactNode, useRef } from 'react'
import type { Session } from '#contract/sessions.ts'
import type { User } from '#contract/users.ts'
import { Ago } from '#web/components/Ago.tsx'
import { Alert } from '#web/components/Alert.tsx'
import { Badge } from '#web/components/Badge.tsx'
import { Button } from '#web/components/Button.tsx'
import { Spinner } from '#web/components/Spinner.tsx'
import { sentence, useEndSessions, useSessions } from './api.ts'

type SessionsProps = {
  /** The user; without one, the signed-in user. */
  user?: User
  /** The label of the button that ends all sessions. */
  endAll: string
  onDone: (text: string) => void
  onFailure: (error: unknown) => void
}

/** The sessions of a user, with buttons to end them. */
export function Sessions({ user, endAll, onDone, onFailure }: SessionsProps) {
  const list = useRef<HTMLDivElement>(null)
  const query = useSessions(user)
  const others = query.data?.filter(({ isCurrent }) => !isCurrent) ?? []
  async function told(ending: Promise<unknown>, done: string, pressed: HTMLElement) {
    try {
      await ending
      onDone(done)
    } catch (error) {
      onFailure(error)
    }
    // The button disappears with its session: the focus stays in the list, unless the user has moved it.
    const { activeElement, body } = document
    if (activeElement === body || activeElement === pressed) list.current?.focus()
  }
  if (query.isPending) return <Spinner />
  if (!query.data) return <Alert text={sentence(query.error, 'Failed to fetch sessions')} onRetry={() => void query.refetch()} />
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {query.data.length === 0 && <p className="text-ink-2">Not signed in on any device.</p>}
      <ul className="divide-y divide-line">
        {query.data.map((session) => (
          <SessionRow key={session._id} session={session}>
            {!session.isCurrent && (
              <EndButton
                user={user}
                which={session}
                onEnding={(ending, pressed) => void told(ending, 'Device signed out successfully', pressed)}
              >
                Sign out
              </EndButton>
            )}
          </SessionRow>
        ))}
      </ul>
      {others.length > 0 && (
        <EndButton
          className="mt-4"
          user={user}
          which="all"
          onEnding={(ending, pressed) => void told(ending, 'Devices signed out successfully', pressed)}
        >
          {endAll}
        </EndButton>
      )}
    </div>
  )
}

type EndButtonProps = {
  user: User | undefined
  which: Session | 'all'
  onEnding: (ending: Promise<unknown>, pressed: HTMLElement) => void
  className?: string
  children: string
}

/** Each waits for its own answer alone, so that several can be pressed one after the other. */
function EndButton({ user, which, onEnding, className, children }: EndButtonProps) {
  const end = useEndSessions(user)
  return (
    <Button
      className={className}
      aria-label={which === 'all' ? undefined : `Sign out ${nameOf(which)}`}
      aria-disabled={end.isPending}
      // `mutate` would not call back after the panel has closed.
      onClick={({ currentTarget }) => end.isPending || onEnding(end.mutateAsync(which), currentTarget)}
    >
      {children}
    </Button>
  )
}

const nameOf = ({ browser }: Session) => browser || 'Unknown browser'

function SessionRow({ session, children }: { session: Session; children: ReactNode }) {
  const { address, usedAt, isCurrent } = session
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere flex flex-wrap items-center gap-2 font-[550]">
          {nameOf(session)}
          {isCurrent && <Badge tone="good">This session</Badge>}
        </p>
        <p className="wrap-anywhere text-ink-2 text-small">
          Last used <Ago at={usedAt} />
          {address && `, from ${address}`}
        </p>
      </div>
      {children}
    </li>
  )
}
