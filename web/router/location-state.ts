/** The key of the history entry at which the document was loaded; `main.tsx` imports this before any redirect. */
const initialKey = stateValue(history.state, 'key') ?? 'default'

/** Whether a link led to this entry. A page that was opened or reloaded leaves the focus at its top, where the skip link is. */
export const isArrival = (key: string) => key !== initialKey

/** The state of a history entry that only changes what the page shows. */
export const staysState = { stays: true }

/** The state of a history entry that goes back to a list from one of its records. */
export const returnState = { returns: true }

/** The value that the state of a history entry has under `name`. A browser keeps the state, so it may be anything. */
export function stateValue(state: unknown, name: string): unknown {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : undefined
}

/** Whether a state says so: the list is where it was left. */
export const isReturnState = (state: unknown): boolean => stateValue(state, 'returns') === true

/** Whether a state says so: neither the focus nor the scroll bar moves. */
export const isSameView = (state: unknown): boolean => stateValue(state, 'stays') === true

/** The state of a history entry that opens a list at its place, with the card of this record marked. */
export const justSaved = (id: string) => ({ justSaved: id })

/** The record that such a state names. */
export function savedId(state: unknown): string | undefined {
  const note = stateValue(state, 'justSaved')
  return typeof note === 'string' ? note : undefined
}
