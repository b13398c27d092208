import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { addressIn } from '#contract/pasted-address.ts'
import type { FieldProps } from '#web/forms/useForm.ts'
import { TextField } from './Field.tsx'

type AddressFieldProps = FieldProps<string> & {
  label: string
  hint: ReactNode
  placeholder: string
  /** The address made of the typed text when the field loses the focus. */
  complete?: (typed: string) => string
}

/** A web address. On blur, pasted text is replaced by the address in it; the field shows the pasted text, with an Undo. */
export function AddressField({ complete = addressIn, onBlur, ...field }: AddressFieldProps) {
  const [completed, setCompleted] = useState({ from: '', to: '' })
  const [kept, setKept] = useState('')
  const isShown = completed.from !== '' && field.value === completed.to

  function settle() {
    const typed = field.value
    const address = complete(typed)
    if (address === typed || typed === kept) return
    field.onChange(address)
    setCompleted({ from: typed, to: address })
  }

  function undo() {
    setKept(completed.from)
    field.onChange(completed.from)
  }

  return (
    <div>
      <TextField
        {...field}
        type="url"
        inputMode="url"
        autoComplete="off"
        onBlur={() => {
          settle()
          onBlur()
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') settle()
        }}
      />
      <div role="status">
        {isShown && (
          <p className="mt-1.5 flex items-baseline gap-x-3 text-ink-2 text-small">
            <span className="line-clamp-2 min-w-0 wrap-anywhere">
              Changed from <bdi>{completed.from}</bdi>
            </span>
            <button type="button" onClick={undo} className="min-h-6 shrink-0 font-[550] text-accent-text underline pointer-coarse:min-h-11">
              Undo
            </button>
          </p>
        )}
      </div>
    </div>
  )
}
