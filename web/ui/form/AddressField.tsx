import type { KeyboardEvent, ReactNode } from 'react'
import { withScheme } from '#contract/fields.ts'
import { TextField } from './Field.tsx'
import type { Bound } from './form.ts'

type AddressFieldProps = Bound<string> & {
  label: string
  hint: ReactNode
  placeholder: string
  /** What becomes of an address that was typed, once the field is left. */
  complete?: (typed: string) => string
}

/** A web address; one that was copied without its `https://` gets it when the field is left. */
export function AddressField({ complete = withScheme, onBlur, ...field }: AddressFieldProps) {
  function settle() {
    const address = complete(field.value)
    if (address !== field.value) field.onChange(address)
  }

  return (
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
  )
}
