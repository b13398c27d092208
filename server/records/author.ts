/** The user who changes a record; `undefined` if the product itself does. */
export type Author = { _id: string; username: string } | undefined
