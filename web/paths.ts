/** Where the screens of a resource are. With ':id' in place of an id they are the patterns of routes. */
export type Places = {
  list: string
  add: string
  edit: (id: string) => string
  /** Where one of them is shown: the editor, where it has no screen of its own. */
  one: (id: string) => string
}

const edited = (list: string): Places => ({
  list,
  add: `${list}/add`,
  edit: (id) => `${list}/edit/${id}`,
  one: (id) => `${list}/edit/${id}`,
})
const shown = (list: string): Places => ({ ...edited(list), one: (id) => `${list}/${id}` })

/** Every address of the app. */
export const paths = {
  signIn: '/login',
  movies: { list: '/', add: '/add', edit: (id) => `/edit/${id}`, one: (id) => `/movie/${id}` } satisfies Places,
  bookings: edited('/bookings'),
  promoCodes: edited('/bookings/promo-codes'),
  menu: shown('/menu'),
  branches: edited('/branches'),
  news: shown('/news'),
  gallery: '/gallery',
  users: '/users',
}
