import { useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { useRef } from 'react'
import type { Collection, Stored } from '#web/api/resource.ts'
import { chip, chipOff, chipOn } from './ChoiceFilter.tsx'

/** The texts that the filter can be set to. */
export type Texts = ReturnType<Collection<Stored>['values']>

type TextFilterProps = { label: string; texts: Texts; values: readonly string[]; onChange: (values: string[]) => void }

/** A filter by one of the values in the list, chosen from the browser's own menu. */
export function TextFilter({ label, texts, values, onChange }: TextFilterProps) {
  const menu = useRef<HTMLSelectElement>(null)
  const { data = [] } = useQuery(texts)
  const isOn = values.length > 0
  const all = [...new Set([...values, ...data])]
  return (
    <div className={`relative ${chip} ${isOn ? chipOn : chipOff} !px-0`}>
      <select
        ref={menu}
        aria-label={label}
        value={values.length > 1 ? 'several' : (values[0] ?? '')}
        onChange={({ target }) => onChange(target.value === '' ? [] : [target.value])}
        className="field-sizing-content max-w-56 cursor-pointer appearance-none truncate rounded-full bg-transparent py-1 pr-8 pl-3 text-inherit [&>option]:bg-surface [&>option]:text-ink"
      >
        <option value="">{isOn ? `Any ${label.toLowerCase()}` : label}</option>
        {values.length > 1 && (
          <option value="several" disabled>
            {label}: {values.length}
          </option>
        )}
        {all.map((value) => (
          <option key={value} value={value} dir="auto">
            {value}
          </option>
        ))}
      </select>
      {isOn ? (
        <button
          type="button"
          aria-label={`Clear ${label.toLowerCase()}`}
          title={`Clear ${label.toLowerCase()}`}
          className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded-full"
          onClick={() => {
            onChange([])
            menu.current?.focus()
          }}
        >
          <X size={14} />
        </button>
      ) : (
        <ChevronDown size={14} className="pointer-events-none absolute inset-y-0 right-2.5 my-auto" />
      )}
    </div>
  )
}
