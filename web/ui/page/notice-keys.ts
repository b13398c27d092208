import { type RefObject, useEffect } from 'react'
import { notices, take } from './notices.ts'

/** F6 leads to the latest notice and back, as it leads from part to part elsewhere; Ctrl+Z or ⌘Z takes back what was told last. */
export function useNoticeKeys(region: RefObject<HTMLElement | null>, leave: () => void) {
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      // A key that is held down is meant once.
      if (event.defaultPrevented || event.repeat || isDialogOpen()) return
      const isHeard = event.key === 'F6' ? goOver() : isUndo(event) && !isTyping(event.target) && undoLatest()
      if (isHeard) event.preventDefault()
    }

    function goOver(): boolean {
      const latest = region.current?.lastElementChild?.querySelector<HTMLElement>('a, button')
      if (!latest) return false
      if (region.current?.contains(document.activeElement)) leave()
      else latest.focus()
      return true
    }

    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [region, leave])
}

/** While a dialog is open nothing beside it can be reached. */
export const isDialogOpen = () => document.querySelector('dialog:modal') !== null

function undoLatest(): boolean {
  const last = notices()
    .get()
    .findLast(({ undo }) => undo)
  if (last?.undo) take(last.id, last.undo)
  return last !== undefined
}

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey

/** There it takes back what was typed. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input:not([type=checkbox], [type=radio]), textarea, [contenteditable]')
