/** The user who changes a record; `undefined` where the product itself does. */
export type Author = { _id: string; username: string } | undefined
