import { useEffect, useEffectEvent } from 'react'
import { Button } from '#web/components/Button.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { serverIsBack } from './load-screen.ts'

const words = {
  offline: { title: "You're offline", text: "This screen will open when you're back online." },
  online: {
    title: "This screen couldn't be loaded",
    text: "The server can't be reached, or MovieBox has been updated. Try again or reload the page. Your changes are kept.",
  },
}

/** The window's events that start another try. */
const occasions = ['online', 'focus', serverIsBack]

type UnloadedProps = {
  isTrying: boolean
  onRetry: () => void
  /** Called when the user leaves; it stays the same. */
  onLeave: () => void
}

/** Replaces a screen whose code could not be fetched. Tries again when the network or the server is back, and when the window gets the focus. */
export function Unloaded({ isTrying, onRetry, onLeave }: UnloadedProps) {
  const retry = useEffectEvent(() => {
    if (!isTrying) onRetry()
  })
  useEffect(() => {
    for (const event of occasions) addEventListener(event, retry)
    // The event stream does not report short outages.
    const timer = setTimeout(retry, 5_000)
    return () => {
      for (const event of occasions) removeEventListener(event, retry)
      clearTimeout(timer)
      onLeave()
    }
  }, [onLeave])

  const isOnline = navigator.onLine
  return (
    <div role="alert">
      <EmptyState {...words[isOnline ? 'online' : 'offline']}>
        <div className="flex flex-wrap justify-center gap-2">
          <Button look="primary" onClick={retry} aria-disabled={isTrying}>
            {isTrying ? 'Trying…' : 'Try again'}
          </Button>
          {isOnline && <Button onClick={() => location.reload()}>Reload</Button>}
        </div>
      </EmptyState>
    </div>
  )
}
