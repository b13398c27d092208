import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Bound } from './form.ts'

type Labelled = { label: string; hint?: ReactNode }

/** What ties an input to its label, hint and mistake. */
export type Wiring = { id: string; 'aria-required': boolean; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

type FieldProps = Labelled & Pick<Bound<unknown>, 'isRequired' | 'error'> & { children: (wiring: Wiring) => ReactNode }

/** The label above an input and what has to be said under it. */
export function Field({ label, hint, isRequired, error, children }: FieldProps) {
  const id = useId()
  // What is wrong comes alone: that a field may be left out helps nobody then.
  const described = [error ? `${id}-error` : !isRequired && `${id}-optional`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 inline-block font-[550]">
        {label}
      </label>
      {!isRequired && <Optional id={`${id}-optional`} />}
      {children({ id, 'aria-required': isRequired, 'aria-invalid': error !== undefined, 'aria-describedby': described || undefined })}
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

/** Stands beside a label, not in it: the label alone names the input. Whatever is not marked like this is required. */
export function Optional({ id }: { id?: string }) {
  return (
    <span id={id} className="ml-1.5 text-ink-3 text-small">
      (optional)
    </span>
  )
}

type Native<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, keyof Bound<string> | 'id'>

/** One line. Words are shown in the direction that they are written in; addresses, numbers and dates have theirs. */
export function TextField({
  label,
  hint,
  isRequired,
  error,
  onChange,
  waitFor: _waitFor,
  beforeSubmit: _beforeSubmit,
  ...rest
}: Labelled & Bound<string> & Native<'input'>) {
  return (
    <Field label={label} hint={hint} isRequired={isRequired} error={error}>
      {(wiring) => (
        <input
          {...wiring}
          dir={rest.type === undefined ? 'auto' : undefined}
          className="input"
          onChange={(event) => onChange(event.target.value)}
          {...rest}
        />
      )}
    </Field>
  )
}

/** Several lines; it grows with its text where the browser can do that. */
export function TextAreaField({
  label,
  hint,
  isRequired,
  error,
  onChange,
  waitFor: _waitFor,
  beforeSubmit: _beforeSubmit,
  ...rest
}: Labelled & Bound<string> & Native<'textarea'>) {
  return (
    <Field label={label} hint={hint} isRequired={isRequired} error={error}>
      {(wiring) => (
        <textarea
          {...wiring}
          dir="auto"
          rows={6}
          className="input field-sizing-content max-h-96 min-h-34 resize-y"
          onChange={(event) => onChange(event.target.value)}
          {...rest}
        />
      )}
    </Field>
  )
}
