import { useCallback, useRef } from 'react'
import { focusHeading } from '#web/components/focus.ts'
import { useStore } from '#web/store.ts'
import { NoticeCard } from './NoticeCard.tsx'
import { useNoticeKeys } from './notice-keys.ts'
import { notices } from './notices.ts'

/** The region of the notices. Always in the page, so that screen readers watch it. */
export function Notices() {
  const shown = useStore(notices())
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element>(null)
  const leave = useCallback(() => goBackTo(cameFrom.current), [])
  useNoticeKeys(region, leave)
  return (
    <section
      ref={region}
      aria-label="Notices"
      aria-live="polite"
      aria-keyshortcuts="F6"
      className={`grid max-w-full justify-items-center gap-2 ${shown.length > 5 ? 'max-h-[60vh] overflow-y-auto' : ''}`}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
    >
      {shown.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onLeave={leave} />
      ))}
    </section>
  )
}

/** After a notice has gone, the focus returns to its earlier place, or to the heading of the current screen. */
function goBackTo(element: Element | null) {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true })
  else focusHeading({ preventScroll: true })
}
