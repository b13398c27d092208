import { CircleQuestionMark, Keyboard, KeyRound, LogOut, Users } from 'lucide-react'
import { useId } from 'react'
import { usePerson } from '#web/api/person.ts'
import { signOut } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'
import { useLater } from '#web/ui/base/later.ts'
import { Link } from '#web/ui/place/Link.tsx'
import { leave } from '#web/ui/place/leaving.ts'
import { openOverlay } from './overlays.ts'
import { closePopover } from './popover.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

const row = 'flex min-h-9 w-full items-center gap-2.5 rounded-control px-2.5 text-left hover:bg-sunk pointer-coarse:min-h-11'

/** Who is signed in, and what concerns them: users, theme, signing out. */
export function PersonMenu() {
  const id = useId()
  const person = usePerson()
  const name = person?.username ?? ''
  const isDrawn = useLater()
  return (
    <div className="md:ml-auto">
      <button
        type="button"
        popoverTarget={id}
        className="relative flex min-h-11 items-center rounded-control px-1.5 text-ink-2 hover:text-ink"
      >
        <span className="sr-only">Account</span>
        {/* Beside the button's own place, so that nothing moves when it arrives. */}
        <span dir="auto" className="right-full mr-1 w-max max-w-40 truncate max-lg:sr-only lg:absolute">
          {name}
        </span>
        <span
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full bg-accent-soft font-[600] text-accent-text text-tiny uppercase"
        >
          {[...name].slice(0, 2).join('')}
        </span>
      </button>
      <div
        id={id}
        popover="auto"
        className="popover top-[60px] right-3 w-60 p-1.5 md:right-[max(28px,calc((100vw-var(--container-page))/2+28px))]"
      >
        {isDrawn && <Choices name={name} isSuperUser={person?.isSuperUser === true} />}
      </div>
    </div>
  )
}

function Choices({ name, isSuperUser }: { name: string; isSuperUser: boolean }) {
  return (
    <>
      <p dir="auto" className="truncate px-2.5 pt-1.5 font-[600]">
        {name || 'Signed in'}
      </p>
      <p className="px-2.5 pb-2 text-ink-3 text-tiny">{isSuperUser ? 'Super User' : 'Regular User'}</p>
      <Link to={paths.users} className={row} onClick={closePopover}>
        <Users size={16} aria-hidden="true" className="text-ink-3" />
        Users
      </Link>
      <Link to={`${paths.users}#change-password`} className={row} onClick={closePopover}>
        <KeyRound size={16} aria-hidden="true" className="text-ink-3" />
        Change Password
      </Link>
      <ThemeChoice />
      <a href="/api/docs" target="_blank" rel="noopener" className={row} onClick={closePopover}>
        <CircleQuestionMark size={16} aria-hidden="true" className="text-ink-3" />
        Help
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      <button
        type="button"
        className={row}
        onClick={(event) => {
          closePopover(event)
          void openOverlay('shortcuts')
        }}
      >
        <Keyboard size={16} aria-hidden="true" className="text-ink-3" />
        Keyboard shortcuts
      </button>
      <button
        type="button"
        className={row}
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
