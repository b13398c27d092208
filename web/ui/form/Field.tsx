import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Bound } from './form.ts'

type Labelled = { label: string; hint?: ReactNode }

/** What ties an input to its label, hint and mistake. */
export type Wiring = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

/** The label above an input and what has to be said under it. */
export function Field({ label, hint, error, children }: Labelled & { error: string | undefined; children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 inline-block font-[550]">
        {label}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': described || undefined })}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-bad text-small">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-ink-3 text-small">
          {hint}
        </p>
      )}
    </div>
  )
}

type Native<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, keyof Bound<string> | 'id'>

export function TextField({ label, hint, error, onChange, hold: _h, before: _b, ...rest }: Labelled & Bound<string> & Native<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => <input {...wiring} className="input" onChange={(event) => onChange(event.target.value)} {...rest} />}
    </Field>
  )
}

/** Several lines; it grows with its text where the browser can do that. */
export function TextAreaField({
  label,
  hint,
  error,
  onChange,
  hold: _h,
  before: _b,
  ...rest
}: Labelled & Bound<string> & Native<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <textarea
          {...wiring}
          rows={6}
          className="input field-sizing-content max-h-96 min-h-34 resize-y"
          onChange={(event) => onChange(event.target.value)}
          {...rest}
        />
      )}
    </Field>
  )
}
