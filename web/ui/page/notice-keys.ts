import type { RefObject } from 'react'
import { isTyping, useShortcuts } from '#web/ui/keys/shortcuts.ts'
import { notices, take } from './notices.ts'

/** F6 leads to the latest notice and back, as it leads from part to part elsewhere; Ctrl+Z or ⌘Z takes back what was told last. */
export function useNoticeKeys(region: RefObject<HTMLElement | null>, leave: () => void) {
  useShortcuts({
    F6() {
      const latest = region.current?.lastElementChild?.querySelector<HTMLElement>('a, button')
      if (!latest) return false
      if (region.current?.contains(document.activeElement)) leave()
      else latest.focus()
      return true
    },
    // Where somebody types, it takes back what was typed.
    'Ctrl+z': ({ target }) => !isTyping(target) && undoLatest(),
  })
}

function undoLatest(): boolean {
  const last = notices()
    .get()
    .findLast(({ undo }) => undo)
  if (last?.undo) take(last.id, last.undo)
  return last !== undefined
}
