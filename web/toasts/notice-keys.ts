import type { RefObject } from 'react'
import { focusFirstIn } from '#web/components/focus.ts'
import { isTyping, useShortcuts } from '#web/shortcuts/shortcuts.ts'
import { notices, take } from './notices.ts'

/** The element with the user's latest input, and the latest notice at that time. */
const typedIn = new WeakSet<EventTarget>()
let typedAt = 0

addEventListener('input', ({ target }) => {
  if (target === null || !isTyping(target)) return
  typedIn.add(target)
  typedAt = notices().get().at(-1)?.id ?? typedAt
})

/** F6 moves the focus to the latest notice and back; Ctrl+Z or ⌘Z runs the Undo of the latest notice. */
export function useNoticeKeys(region: RefObject<HTMLElement | null>, leave: () => void) {
  useShortcuts({
    F6() {
      const latest = region.current?.lastElementChild
      if (!latest?.parentElement?.contains(document.activeElement)) return focusFirstIn(latest)
      leave()
      return true
    },
    'Ctrl+z': ({ target }) => undoLatest(target),
  })
}

/** Not where the last thing done was to type: that is the browser's to take back. */
function undoLatest(target: EventTarget | null): boolean {
  const last = notices()
    .get()
    .findLast(({ undo }) => undo)
  if (!last?.undo) return false
  if (target !== null && isTyping(target) && (typedIn.has(target) || typedAt >= last.id)) return false
  take(last.id, last.undo)
  return true
}
