/** The addresses of a resource's screens. With ':id' in place of an id they are the patterns of routes. */
export type Places = {
  list: string
  add: string
  edit: (id: string) => string
  /** The page of a record: its editor, if there is no detail page. */
  one: (id: string) => string
}

export const edited = (list: string): Places => ({
  list,
  add: `${list}/add`,
  edit: (id) => `${list}/edit/${id}`,
  one: (id) => `${list}/edit/${id}`,
})
export const shown = (list: string): Places => ({ ...edited(list), one: (id) => `${list}/${id}` })

/** The form of a new one that is filled in like one that there is. */
export const copyOf = ({ add }: Places, id: string): string => `${add}?from=${id}`

/** Whether an address that asks for this shows the list itself: the trash, the import, and the other tabs of some lists stand in its place. */
export const showsList = (search: string): boolean => !/[?&](trash|tab|import)=/.test(search)

/**
 * The id in a path that has `pattern`, '' where that knows none; `undefined` for other paths. Capitals and a slash at the end make no
 * difference: people type addresses.
 */
export function idIn(pattern: string, path: string): string | undefined {
  const [before = '', after] = pattern.split(':id')
  const bare = path.length > 1 ? path.replace(/\/+$/, '') : path
  const id = bare.slice(before.length)
  if (bare.slice(0, before.length).toLowerCase() !== before) return undefined
  return after === undefined ? (id === '' ? '' : undefined) : id !== '' && !id.includes('/') ? id : undefined
}

/** The addresses that others link to. What only its own screens know has its address in its config. */
export const paths = {
  signIn: '/login',
  movies: { list: '/', add: '/add', edit: (id) => `/edit/${id}`, one: (id) => `/movie/${id}` } satisfies Places,
  bookings: edited('/bookings'),
  promoCodes: edited('/bookings/promo-codes'),
  closures: shown('/bookings/closures'),
  branches: edited('/branches'),
  gallery: '/gallery',
  users: '/users',
  help: '/?tab=help',
}
