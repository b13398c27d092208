import { CircleQuestionMark, CodeXml, Keyboard, KeyRound, LogOut, Users } from 'lucide-react'
import { usePerson } from '#web/api/person.ts'
import { signOut } from '#web/api/session.ts'
import { panelRow } from '#web/components/Button.tsx'
import { closePopover } from '#web/components/popover.ts'
import { openOverlay } from '#web/palette/overlays.ts'
import { leave } from '#web/router/blocker.ts'
import { Link } from '#web/router/Link.tsx'
import { paths } from '#web/router/paths.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

/** Who is signed in, and what can be done about that: users, theme, help, signing out. */
export function PersonChoices() {
  const person = usePerson()
  return (
    <>
      <p dir="auto" className="truncate px-2.5 pt-1.5 font-[600]">
        {person?.username ?? 'Signed in'}
      </p>
      <p className="px-2.5 pb-2 text-ink-3 text-tiny">{person?.isSuperUser ? 'Super User' : 'Regular User'}</p>
      <Link to={paths.users} className={panelRow} onClick={closePopover}>
        <Users size={16} aria-hidden="true" className="text-ink-3" />
        Users
      </Link>
      <Link to={`${paths.users}#change-password`} className={panelRow} onClick={closePopover}>
        <KeyRound size={16} aria-hidden="true" className="text-ink-3" />
        Change password
      </Link>
      <ThemeChoice />
      <Link to={paths.help} className={panelRow} onClick={closePopover}>
        <CircleQuestionMark size={16} aria-hidden="true" className="text-ink-3" />
        Help
      </Link>
      <button
        type="button"
        className={panelRow}
        onClick={(event) => {
          closePopover(event)
          void openOverlay('shortcuts')
        }}
      >
        <Keyboard size={16} aria-hidden="true" className="text-ink-3" />
        Keyboard shortcuts
      </button>
      <a href="/api/docs" target="_blank" rel="noopener" className={panelRow} onClick={closePopover}>
        <CodeXml size={16} aria-hidden="true" className="text-ink-3" />
        API
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      <button
        type="button"
        className={panelRow}
        onClick={(event) => {
          closePopover(event)
          leave(signOut)
        }}
      >
        <LogOut size={16} aria-hidden="true" className="text-ink-3" />
        Logout
      </button>
    </>
  )
}
