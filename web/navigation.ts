/** The links of the top bar, in their order. `also` names further paths under which a link counts as active. */
export const navigation: { to: string; label: string; also?: RegExp }[] = [
  { to: '/', label: 'Movies', also: /^\/(movie|edit)\// },
  { to: '/bookings', label: 'Bookings' },
  { to: '/menu', label: 'Menu' },
  { to: '/branches', label: 'Branches' },
  { to: '/news', label: 'News' },
  { to: '/gallery', label: 'Gallery' },
  { to: '/add', label: 'Add Movie' },
]

/** Whether the link to `to` is the active one at `path`. */
export function isActive({ to, also }: { to: string; also?: RegExp }, path: string): boolean {
  return path === to || (to !== '/' && path.startsWith(`${to}/`)) || (also?.test(path) ?? false)
}
