type SelectBoxProps = {
  /** The record's name within a sentence. */
  name: string
  isSelected: boolean
  onToggle: (isRange: boolean) => void
  className?: string
}

/** Selects a record, and with Shift the range from the last selected one. */
export function SelectBox({ name, isSelected, onToggle, className = '' }: SelectBoxProps) {
  return (
    <label className={`z-1 grid size-8 cursor-pointer place-items-center pointer-coarse:size-11 ${className}`}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        className="size-4.5 accent-accent"
        checked={isSelected}
        // A change event has no `shiftKey`.
        onClick={({ shiftKey }) => onToggle(shiftKey)}
        readOnly
      />
    </label>
  )
}
