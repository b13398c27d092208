import { type ComponentProps, type ReactNode, useId } from 'react'
import type { FieldProps } from '#web/forms/useForm.ts'

type Labelled = { label: string; hint?: ReactNode }

/** The attributes that connect an input to its label, hint and error. */
type Wiring = { id: string; 'aria-required': boolean; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

type FieldFrameProps = Labelled & Pick<FieldProps<unknown>, 'isRequired' | 'error'> & { children: (wiring: Wiring) => ReactNode }

/** The label above an input, and the hint and the error below. */
export function Field({ label, hint, isRequired, error, children }: FieldFrameProps) {
  const id = useId()
  // With an error, the mark "optional" is not announced.
  const optional = isRequired || error ? undefined : `${id}-optional`
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 inline-block font-[550]">
        {label}
      </label>
      {!isRequired && <Optional id={`${id}-optional`} />}
      {children({
        id,
        'aria-required': isRequired,
        'aria-invalid': error !== undefined,
        'aria-describedby': remarkIds(id, { error, hint }, optional),
      })}
      <Remarks id={id} error={error} hint={hint} />
    </div>
  )
}

type Remarked = { error: string | undefined; hint?: ReactNode }

/** The error and the hint below the input with this id. */
export function Remarks({ id, error, hint }: Remarked & { id: string }) {
  return (
    <>
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
    </>
  )
}

/** The ids of these remarks, for `aria-describedby`; `first` stands before them. */
export const remarkIds = (id: string, { error, hint }: Remarked, first?: string): string | undefined =>
  [first, error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined

/** Beside a label, not in it: the label alone names the input. Fields without this mark are required. */
export function Optional({ id }: { id?: string }) {
  return (
    <span id={id} className="ml-1.5 text-ink-3 text-small">
      (optional)
    </span>
  )
}

type Framed = Labelled & Omit<FieldProps<unknown>, 'onChange'> & { onChange: (value: never) => void }

/** The props of a field that are its input's own; the others are its frame's and its form's. */
export const ofInput = <Props extends Framed>({
  label,
  hint,
  isRequired,
  error,
  onChange,
  getValue,
  blockSubmitUntil,
  beforeSubmit,
  ...own
}: Props) => own

type Native<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, keyof FieldProps<string> | 'id'>

/** One line. Words are shown in the direction that they are written in; addresses, numbers and dates have theirs. */
export function TextField(field: Labelled & FieldProps<string> & Native<'input'>) {
  return (
    <Field {...field}>
      {(wiring) => (
        <input
          {...wiring}
          dir={field.type === undefined ? 'auto' : undefined}
          className="input"
          onChange={(event) => field.onChange(event.target.value)}
          {...ofInput(field)}
        />
      )}
    </Field>
  )
}

/** Several lines; it grows with its text where the browser can do that. */
export function TextAreaField(field: Labelled & FieldProps<string> & Native<'textarea'>) {
  return (
    <Field {...field}>
      {(wiring) => (
        <textarea
          {...wiring}
          dir="auto"
          rows={6}
          className="input field-sizing-content max-h-96 min-h-34 resize-y"
          onChange={(event) => field.onChange(event.target.value)}
          {...ofInput(field)}
        />
      )}
    </Field>
  )
}
