import { type ReactNode, useId } from 'react'
import { Optional, Remarks, remarkIds } from '#web/forms/fields/Field.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'
import { chip, chipOff, chipOn } from '#web/lists/ChoiceFilter.tsx'

type ChoicesFieldProps<Value extends string> = FieldProps<Value[]> & {
  label: string
  hint?: ReactNode
  options: readonly { value: Value; label: string }[]
}

/** Several choices of a few, as chips with checkboxes. The value keeps the order of the options. */
export function ChoicesField<Value extends string>(props: ChoicesFieldProps<Value>) {
  const { label, hint, options, name, value, error, onChange, onBlur } = props
  const id = useId()
  const choose = (chosen: Value, isOn: boolean) =>
    onChange(options.map((option) => option.value).filter((each) => (each === chosen ? isOn : value.includes(each))))
  return (
    <fieldset
      className="min-w-0"
      tabIndex={-1}
      aria-labelledby={id}
      data-invalid={error !== undefined}
      aria-describedby={remarkIds(id, { error, hint })}
    >
      <p className="mb-1.5">
        <span id={id} className="font-[550]">
          {label}
        </span>
        <Optional />
      </p>
      {/* As words of a text, whose lines can be made equally long: none of them is left alone. As high as a line of them before they come. */}
      <div className="-m-[3px] min-h-[38px] text-balance pointer-coarse:min-h-[50px]">
        {options.map((option) => (
          <label
            key={option.value}
            className={`${chip} ${value.includes(option.value) ? chipOn : chipOff} relative m-[3px] max-w-[calc(100%-6px)] cursor-pointer align-top has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2`}
          >
            <input
              type="checkbox"
              name={name}
              checked={value.includes(option.value)}
              onChange={(event) => choose(option.value, event.target.checked)}
              onBlur={onBlur}
              className="sr-only"
            />
            <span dir="auto" className="truncate">
              {option.label}
            </span>
          </label>
        ))}
      </div>
      <Remarks id={id} error={error} hint={hint} />
    </fieldset>
  )
}
