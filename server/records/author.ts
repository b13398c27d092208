/** The user who changes a record; `undefined` if the product itself does. `batch`: the changes that the user makes together, such as an import. */
export type Author = { _id: string; username: string; batch?: string | undefined } | undefined

/** Returns the columns of a history entry that name its author. */
export const authorColumns = (by: Author) => ({ byId: by?._id ?? null, byName: by?.username ?? null, batch: by?.batch ?? null })
