import type { ComponentType } from 'react'
import { matchPath } from 'react-router'

type Screen = { path: string; load: () => Promise<ComponentType> }

/** The screens of a signed-in person, each in a file of its own. */
export const screens: Screen[] = [
  { path: '/', load: async () => (await import('#web/movies/MovieList.tsx')).MovieList },
  { path: '/movie/:id', load: async () => (await import('#web/movies/MovieDetail.tsx')).MovieDetail },
  { path: '/add', load: async () => (await import('#web/movies/MovieEditor.tsx')).MovieEditor },
  { path: '/edit/:id', load: async () => (await import('#web/movies/MovieEditor.tsx')).MovieEditor },
  { path: '/gallery', load: async () => (await import('#web/gallery/Gallery.tsx')).Gallery },
  { path: '/branches', load: async () => (await import('#web/branches/BranchList.tsx')).BranchList },
  { path: '/branches/add', load: async () => (await import('#web/branches/BranchEditor.tsx')).BranchEditor },
  { path: '/branches/edit/:id', load: async () => (await import('#web/branches/BranchEditor.tsx')).BranchEditor },
  { path: '/news', load: async () => (await import('#web/news/NewsList.tsx')).NewsList },
  { path: '/news/add', load: async () => (await import('#web/news/NewsEditor.tsx')).NewsEditor },
  { path: '/news/:id', load: async () => (await import('#web/news/NewsDetail.tsx')).NewsDetail },
  { path: '/news/edit/:id', load: async () => (await import('#web/news/NewsEditor.tsx')).NewsEditor },
  { path: '/menu', load: async () => (await import('#web/menu/MenuList.tsx')).MenuList },
  { path: '/menu/add', load: async () => (await import('#web/menu/MenuEditor.tsx')).MenuEditor },
  { path: '/menu/:id', load: async () => (await import('#web/menu/MenuDetail.tsx')).MenuDetail },
  { path: '/menu/edit/:id', load: async () => (await import('#web/menu/MenuEditor.tsx')).MenuEditor },
  { path: '/bookings', load: async () => (await import('#web/bookings/BookingList.tsx')).BookingList },
  { path: '/bookings/add', load: async () => (await import('#web/bookings/BookingEditor.tsx')).BookingEditor },
  { path: '/bookings/edit/:id', load: async () => (await import('#web/bookings/BookingEditor.tsx')).BookingEditor },
  { path: '/bookings/promo-codes', load: async () => (await import('#web/promo-codes/PromoCodeList.tsx')).PromoCodeList },
  { path: '/bookings/promo-codes/add', load: async () => (await import('#web/promo-codes/PromoCodeEditor.tsx')).PromoCodeEditor },
  { path: '/bookings/promo-codes/edit/:id', load: async () => (await import('#web/promo-codes/PromoCodeEditor.tsx')).PromoCodeEditor },
  { path: '/users', load: async () => (await import('#web/users/Users.tsx')).Users },
]

/** Stands in place of every screen until a password that somebody else gave has been changed. */
export const loadFirstPassword = async () => (await import('#web/users/FirstPassword.tsx')).FirstPassword

export const loadFrame = async () => (await import('#web/frame/Frame.tsx')).Frame

/** Fetches what the page at `path` needs, all at once. What fails here is fetched again, and reported, when the page is drawn. */
export function warm(path: string) {
  const screen = screens.find((each) => matchPath(each.path, path))
  for (const load of [loadFrame, screen?.load]) load?.().catch(() => {})
}
