import { useId, useState } from 'react'

/**
 * The active option of a combobox, and the attributes of its parts (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). The focus stays in the
 * input, whose arrow keys go round the options; the first one is active until another is pointed at. `keys` identify the options; empty while
 * the list is closed.
 */
export function useCombobox(keys: readonly string[]) {
  const id = useId()
  const [pointed, point] = useState<string>()
  const at = Math.max(0, keys.indexOf(pointed ?? ''))
  const isOpen = keys.length > 0
  return {
    /** The index of the active option. */
    at,
    /** Makes the option with this key active; without a key the first one. */
    point,
    step: (by: 1 | -1) => point(keys.at((at + by) % keys.length)),
    input: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? `${id}-${at}` : undefined,
    } as const,
    listId: id,
    option: (index: number) => ({ id: `${id}-${index}`, 'aria-selected': index === at, ref: index === at ? show : undefined }) as const,
  }
}

export type ComboboxOption = ReturnType<ReturnType<typeof useCombobox>['option']>

/** The option may be outside the list's box, or covered by a bar. */
const show = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })
