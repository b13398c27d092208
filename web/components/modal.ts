import type { KeyboardEvent, SyntheticEvent } from 'react'

/**
 * Props that make a `<dialog>` modal while it is rendered. `onClose` is called when the user wants to close it, by Escape or otherwise; it
 * stays open as long as it stays rendered.
 *
 *     <dialog {...modal(onClose)} aria-label="Find anything">
 */
export const modal = (onClose: () => void) => ({
  ref: showModal,
  /** The browser's own Escape would close all nested dialogs opened without a click in between. */
  onKeyDown(event: KeyboardEvent<HTMLDialogElement>) {
    const isForDialog = event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing
    if (!isForDialog || event.currentTarget.querySelector(':popover-open')) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  },
  onCancel(event: SyntheticEvent<HTMLDialogElement>) {
    // A file input inside fires `cancel` when the system's file dialog is cancelled.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (event.cancelable) onClose()
  },
  /** Browsers close a dialog at the second Escape in a row, even if the first was prevented (https://html.spec.whatwg.org/#close-requests). */
  onClose({ currentTarget }: SyntheticEvent<HTMLDialogElement>) {
    if (!currentTarget.isConnected || currentTarget.open) return
    currentTarget.showModal()
    onClose()
  },
})

/** Opens it on arrival; closing it on departure gives the focus back to where it was. */
function showModal(dialog: HTMLDialogElement | null) {
  const topOf = (element: Element | null) => element?.getBoundingClientRect().top
  const before = topOf(document.activeElement)
  dialog?.showModal()
  open += 1
  return () => {
    open -= 1
    dialog?.close()
    // The browser doesn't scroll to the focused element, which may be under a form's bar.
    requestAnimationFrame(() => {
      const { activeElement: focused } = document
      if (focused?.matches(':focus-visible') && topOf(focused) !== before) focused.scrollIntoView({ block: 'nearest' })
    })
  }
}

/** The number of open dialogs. */
let open = 0

/** While a modal dialog is open nothing beside it can be reached. */
export const isDialogOpen = () => open > 0
