/** Opens it on arrival; closing it on departure gives the focus back to where it was. */
export function showModal(dialog: HTMLDialogElement | null) {
  dialog?.showModal()
  return () => dialog?.close()
}

/** While a modal dialog is open nothing beside it can be reached. */
export const isDialogOpen = () => document.querySelector('dialog:modal') !== null
