import { signOut } from '#web/api/session.ts'
import { chooseTheme } from '#web/components/theme.ts'
import { places } from '#web/navigation.ts'
import { leave } from '#web/router/blocker.ts'
import { navigate } from '#web/router/location.ts'
import { paths } from '#web/router/paths.ts'
import { openOverlay } from './overlays.ts'

/** Something that can be done from everywhere; `keys` do the same without the palette. */
export type Command = { name: string; keys?: string; run: () => void }

const going = places.map(({ label, keys, to }) => ({ to, name: label, keys, run: () => navigate(to) }))
const isForm = ({ to }: { to: string }) => to === paths.movies.add

/** What the palette offers besides records, under its headings. */
export const commands: Readonly<Record<string, readonly Command[]>> = {
  Actions: [
    { name: 'New booking', keys: 'n', run: () => navigate(paths.bookings.add) },
    ...going.filter(isForm),
    { name: 'Upload images', run: () => navigate(paths.gallery, { state: { picksFiles: true } }) },
  ],
  'Go to': going.filter((place) => !isForm(place)),
  Settings: [
    { name: 'Help', run: () => navigate(paths.help) },
    { name: 'Theme: light', run: () => chooseTheme('light') },
    { name: 'Theme: dark', run: () => chooseTheme('dark') },
    { name: 'Theme: system', run: () => chooseTheme('system') },
    { name: 'Keyboard shortcuts', keys: '?', run: () => void openOverlay('shortcuts') },
    { name: 'Change password', run: () => navigate(`${paths.users}#change-password`) },
    { name: 'Logout', run: () => leave(signOut) },
  ],
}

/** Whether each of the words begins one of the name. */
export const isMeant = (name: string, words: string): boolean => {
  const [typed, known] = [words, name].map((text) => text.toLowerCase().split(/\s+/).filter(Boolean))
  return (typed ?? []).every((word) => known?.some((each) => each.startsWith(word)))
}
