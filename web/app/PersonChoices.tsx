import { CircleQuestionMark, CodeXml, Keyboard, KeyRound, LogOut, type LucideIcon, Users } from 'lucide-react'
import type { ComponentProps } from 'react'
import { usePerson } from '#web/api/person.ts'
import { signOut } from '#web/api/session.ts'
import { panelRow } from '#web/components/Button.tsx'
import { closePopover } from '#web/components/popover.ts'
import { openOverlay } from '#web/palette/overlays.ts'
import { leave } from '#web/router/blocker.ts'
import { Link } from '#web/router/Link.tsx'
import { paths } from '#web/router/paths.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

/** The account menu: the signed-in user, users, theme, help and signing out. */
export function PersonChoices() {
  const person = usePerson()
  return (
    <>
      <p dir="auto" className="truncate px-2.5 pt-1.5 font-[600]">
        {person?.username ?? 'Signed in'}
      </p>
      <p className="px-2.5 pb-2 text-ink-3 text-tiny">{person?.isSuperUser ? 'Super User' : 'Regular User'}</p>
      <LinkRow to={paths.users} Icon={Users} label="Users" />
      <LinkRow to={`${paths.users}#change-password`} Icon={KeyRound} label="Change password" />
      <ThemeChoice />
      <LinkRow to={paths.help} Icon={CircleQuestionMark} label="Help" />
      <ButtonRow Icon={Keyboard} label="Keyboard shortcuts" run={() => void openOverlay('shortcuts')} />
      <LinkRow to="/api/docs" target="_blank" rel="noopener" Icon={CodeXml} label="API">
        <span className="sr-only">(opens in a new tab)</span>
      </LinkRow>
      <ButtonRow Icon={LogOut} label="Logout" run={() => leave(signOut)} />
    </>
  )
}

type RowProps = { Icon: LucideIcon; label: string }

function LinkRow({ Icon, label, children, ...rest }: ComponentProps<typeof Link> & RowProps) {
  return (
    <Link className={panelRow} onClick={closePopover} {...rest}>
      <Icon size={16} className="text-ink-3" />
      {label}
      {children}
    </Link>
  )
}

function ButtonRow({ Icon, label, run }: RowProps & { run: () => void }) {
  return (
    <button
      type="button"
      className={panelRow}
      onClick={(event) => {
        closePopover(event)
        run()
      }}
    >
      <Icon size={16} className="text-ink-3" />
      {label}
    </button>
  )
}
