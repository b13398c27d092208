import { type ReactNode, use } from 'react'
import { TellReplaced } from '#web/forms/replaced-image.ts'
import { useLoadedDialog } from '#web/toasts/loaded-dialog.ts'

type ReplaceButtonProps = {
  /** The image of the field. */
  url: string
  label?: string
  className: string
  children: ReactNode
}

const load = async () => (await import('./ReplaceDialog.tsx')).ReplaceDialog

/** Opens the dialog that replaces the image of a field in every record that uses it. */
export function ReplaceButton({ url, label, className, children }: ReplaceButtonProps) {
  const tell = use(TellReplaced)
  const { Dialog, open, close } = useLoadedDialog(load, "The dialog couldn't be loaded.")
  return (
    <>
      <button type="button" aria-haspopup="dialog" aria-label={label} title={label} className={className} onClick={open}>
        {children}
      </button>
      {Dialog && <Dialog url={url} tell={tell} onClose={close} />}
    </>
  )
}
