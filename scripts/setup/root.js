import { fileURLToPath } from 'node:url'

/** The path of the checkout's folder, ending with a slash. */
export const root = fileURLToPath(new URL('../../', import.meta.url))
