import { useEffect } from 'react'
import { isDialogOpen } from '#web/components/modal.ts'

/** Where the End key means something else. */
const own = 'input, select, textarea, [contenteditable], [role=menu], [role=listbox]'
/** What ends the way to the end: somebody goes elsewhere. */
const others = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * The End key leads to the end of a long list. A browser goes to where the end was when the key was pressed; parts of the list that come into
 * the page meanwhile have another height than was thought, so the page follows its end until somebody goes elsewhere, or more has come.
 */
export function useEndKey(shown: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come is another end
  useEffect(() => {
    let stop = () => {}
    function follow(event: KeyboardEvent) {
      stop()
      if (event.key !== 'End' || !isPlain(event)) return
      event.preventDefault()
      const goOn = () => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
      const resized = new ResizeObserver(goOn)
      resized.observe(document.body)
      goOn()
      const end = () => stop()
      for (const other of others) addEventListener(other, end, { capture: true, passive: true })
      stop = () => {
        resized.disconnect()
        for (const other of others) removeEventListener(other, end, { capture: true })
      }
    }
    addEventListener('keydown', follow)
    return () => {
      stop()
      removeEventListener('keydown', follow)
    }
  }, [shown])
}

const isPlain = ({ defaultPrevented, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent) =>
  !(defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || isDialogOpen()) && !(target instanceof Element && target.closest(own))
