type ChoiceFilterProps = {
  label: string
  /** The values with what a person calls each. */
  options: Readonly<Record<string, string>>
  values: readonly string[]
  onChange: (values: string[]) => void
}

export const chip =
  'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 font-[500] whitespace-nowrap transition-colors pointer-coarse:min-h-11'
export const chipOn =
  'border-transparent bg-ink text-bg forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
export const chipOff = 'border-edge bg-surface text-ink-2 hover:text-ink'

/** A few values as chips: each is on or off, and any of those that are on will do. */
export function ChoiceFilter({ label, options, values, onChange }: ChoiceFilterProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {Object.entries(options).map(([value, name]) => {
        const isOn = values.includes(value)
        return (
          <button
            key={value}
            type="button"
            aria-pressed={isOn}
            className={`${chip} ${isOn ? chipOn : chipOff}`}
            onClick={() => onChange(isOn ? values.filter((each) => each !== value) : [...values, value])}
          >
            {name}
          </button>
        )
      })}
    </fieldset>
  )
}
