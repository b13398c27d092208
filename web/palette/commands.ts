import { signOut } from '#web/api/session.ts'
import { chooseTheme } from '#web/components/theme.ts'
import { places } from '#web/navigation.ts'
import { leave } from '#web/router/blocker.ts'
import { navigate } from '#web/router/location.ts'
import { paths } from '#web/router/paths.ts'
import { openOverlay } from './overlays.ts'

/** An action that is available on every screen. `keys` is its shortcut, `words` are other names that find it. */
type Command = { name: string; words?: string; keys?: string; run: () => void }

const going = places.map(({ label, keys, to }) => ({ to, name: label, keys, run: () => navigate(to) }))
const isForm = ({ to }: { to: string }) => to === paths.movies.add

/** The commands of the palette, by heading. */
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
    { name: 'Logout', words: 'log out sign out', run: () => leave(signOut) },
  ],
}

/** Whether each of the typed `words` begins a word of the command's names. */
export const isMeant = (command: Command, words: string): boolean => {
  const names = `${command.name} ${command.words ?? ''}`
  const [typed, known] = [words, names].map((text) => text.toLowerCase().split(/\s+/).filter(Boolean))
  return (typed ?? []).every((word) => known?.some((each) => each.startsWith(word)))
}
