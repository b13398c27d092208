import { useEffect } from 'react'
import { isDialogOpen } from '#web/components/modal.ts'

/** Where the End key means something else. */
const own = 'input, select, textarea, [contenteditable], [role=menu], [role=listbox]'
/** Events by which the user moves elsewhere. */
const others = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

export type EndKeyProps = { shown: number }

/**
 * Makes the End key lead to the end of a long list. Parts that are rendered on the way have other heights than estimated, so the page
 * follows its end until the user moves elsewhere or another page has been loaded.
 */
export function EndKey({ shown }: EndKeyProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a loaded page moves the end
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
  return null
}

const isPlain = ({ defaultPrevented, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent) =>
  !(defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || isDialogOpen()) && !(target instanceof Element && target.closest(own))
