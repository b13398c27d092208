import type { ComboboxOption } from '#web/components/combobox.ts'
import { KeyCaps } from '#web/shortcuts/KeyCaps.tsx'
import type { Choice } from './choices.ts'

type PaletteOptionProps = { option: ComboboxOption; choice: Choice; onPoint: () => void; onChoose: () => void }

/** A choice of the palette. It never has the focus: `aria-activedescendant` of the input names the active choice. */
export function PaletteOption({ option, choice: { name, note, keys }, onPoint, onChoose }: PaletteOptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox points at it with aria-activedescendant
    // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the combobox
    <div
      {...option}
      role="option"
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1 aria-selected:bg-accent-soft forced-colors:aria-selected:outline-2 pointer-coarse:min-h-11"
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <bdi className="block truncate font-[550]">{name}</bdi>
        {note && <bdi className="block truncate text-ink-2 text-small sm:min-w-0 sm:flex-1">{note}</bdi>}
      </span>
      {keys && (
        <span className="shrink-0 pointer-coarse:hidden">
          <KeyCaps keys={keys} />
        </span>
      )}
    </div>
  )
}
