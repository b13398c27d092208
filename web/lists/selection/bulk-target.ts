import type { Collection, Stored } from '#web/api/resource.ts'

/** A record in the report of an action. `more` follows the name. */
export type Label = { name: string; more?: string }

/** The list whose records a bulk action changes: its calls, its address, and its words about a record. */
export type BulkTarget<Item extends Stored = Stored> = Pick<Collection<Stored>, 'name' | 'noun' | 'calls'> & {
  list: string
  label(item: Item): Label
  /** The address that a record in the report links to; `undefined` for none. */
  to(item: Item): string | undefined
}

/** Where a list and the forms of its records are. */
export type ListPlaces = { list: string; edit?: (id: string) => string }

type Described<Item extends Stored> = Pick<Collection<Item>, 'name' | 'noun' | 'calls' | 'nameOf'>

export function targetOf<Item extends Stored>(
  { name, noun, calls, nameOf }: Described<Item>,
  { list, edit }: ListPlaces,
  label: (item: Item) => Label = (item) => ({ name: nameOf(item) }),
): BulkTarget<Item> {
  return { name, noun, calls, list, label, to: ({ _id }) => edit?.(_id) }
}
