const opened: unknown = history.state

/** The history entry that the document was opened or reloaded at; `main.tsx` imports this before anything redirects. */
const openedAt = typeof opened === 'object' && opened !== null && 'key' in opened ? opened.key : 'default'

/** Whether somebody came to this entry by a link. Opening or reloading a page leaves the focus at its top, where the skip link is. */
export const isArrival = (key: string) => key !== openedAt
