import { ChevronDown } from 'lucide-react'
import type { KeyboardEventHandler, ReactNode } from 'react'
import type { FieldProps } from '#web/forms/useForm.ts'
import { Field, ofInput } from './Field.tsx'

type SelectFieldProps<Value> = FieldProps<Value> & {
  label: string
  hint?: ReactNode
  options: { value: Value; label: string }[]
  onKeyDown?: KeyboardEventHandler<HTMLSelectElement>
}

/** A choice of a few values in the browser's own list. */
export function SelectField<Value extends string | number>({ options, ...field }: SelectFieldProps<Value>) {
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          <select
            {...wiring}
            {...ofInput(field)}
            className="input appearance-none pr-9"
            onChange={({ target }) => {
              const chosen = options[target.selectedIndex]
              if (chosen) field.onChange(chosen.value)
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} dir="auto">
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown size={16} className="pointer-events-none absolute inset-y-0 right-3 my-auto text-ink-3" />
        </div>
      )}
    </Field>
  )
}
