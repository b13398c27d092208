/** The mark of a record in a list, by which the keyboard and changes by others find it. */
export const entry = (id: string) => ({ 'data-entry': id })

/** The records of all lists on the page, in their order. */
export const entries = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-entry]')]

export const entryOf = (id: string | undefined): HTMLElement | undefined => entries().find(({ dataset }) => dataset.entry === id)

/** The record that has the focus. */
export const focusedEntry = () => document.activeElement?.closest<HTMLElement>('[data-entry]')
