import { type ReactNode, useId } from 'react'
import type { FieldProps } from '#web/forms/useForm.ts'

type CheckboxFieldProps = Pick<FieldProps<boolean>, 'name' | 'value' | 'onChange' | 'onBlur'> & { label: string; hint?: ReactNode }

/** Yes or no, with its label beside it. */
export function CheckboxField({ label, hint, name, value, onChange, onBlur }: CheckboxFieldProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] content-start items-center gap-x-2.5">
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={onBlur}
        className="size-4.5 accent-accent"
      />
      <label htmlFor={id} className="flex min-h-9 items-center font-[550] pointer-coarse:min-h-11">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="col-start-2 -mt-1 text-ink-3 text-small">
          {hint}
        </p>
      )}
    </div>
  )
}
