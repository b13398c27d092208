/** The history entry that the document was opened or reloaded at; `main.tsx` imports this before anything redirects. */
const openedAt = noteIn(history.state, 'key') ?? 'default'

/** Whether somebody came to this entry by a link. Opening or reloading a page leaves the focus at its top, where the skip link is. */
export const isArrival = (key: string) => key !== openedAt

/** The state of a history entry that only changes what the page shows. */
export const stays = { stays: true }

/** The state of a history entry that goes back to a list from one of its records. */
export const returns = { returns: true }

/** What the state of a history entry says under a name. A browser keeps it, so it may be anything. */
export function noteIn(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : undefined
}

/** Whether a state says so: the list is where it was left. */
export const returnsIn = (state: unknown): boolean => noteIn(state, 'returns') === true

/** Whether a state says so: neither the focus nor the scroll bar moves. */
export const staysIn = (state: unknown): boolean => noteIn(state, 'stays') === true

/** The state of a history entry that opens a list at its place, with the card of this record marked. */
export const justSaved = (id: string) => ({ justSaved: id })

/** The record that such a state names. */
export function savedIn(state: unknown): string | undefined {
  const note = noteIn(state, 'justSaved')
  return typeof note === 'string' ? note : undefined
}
