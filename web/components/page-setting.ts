/** A setting that the server has written into the page, '' for none: `<meta name="moviebox-trash-days" content="90">`. */
export const pageSetting = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="moviebox-${name}"]`)?.content ?? ''
