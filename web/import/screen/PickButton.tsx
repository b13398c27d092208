import type { LucideIcon } from 'lucide-react'
import { buttonClass, type Look } from '#web/components/Button.tsx'

/** The files that can have a table, or are pictures. */
export const tableTypes = '.csv,.tsv,.txt,.tab,text/csv,image/*'

type PickButtonProps = Look & {
  Icon: LucideIcon
  /** The types of files; `folder` picks a folder with all that is in it. */
  accept: string | 'folder'
  onPick: (files: File[]) => void
  children: string
}

/** Picks files or a folder, and looks like a button. */
export function PickButton({ look = 'plain', Icon, accept, onPick, children }: PickButtonProps) {
  const isFolder = accept === 'folder'
  return (
    <label
      className={`${buttonClass(look)} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2`}
    >
      <Icon size={16} />
      {children}
      <input
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: '' } : { accept })}
        className="sr-only"
        onChange={({ target }) => {
          onPick([...(target.files ?? [])])
          // So that the same file can be picked again.
          target.value = ''
        }}
      />
    </label>
  )
}
