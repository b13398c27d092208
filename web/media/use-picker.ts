import { useLoadedDialog } from '#web/toasts/loaded-dialog.ts'

const load = async () => (await import('./ImagePicker.tsx')).ImagePicker

/** The gallery in a dialog, as a field opens it. */
export const usePicker = () => useLoadedDialog(load, "The gallery couldn't be loaded.")
