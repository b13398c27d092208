import { History, KeyRound, MonitorSmartphone, Shield, ShieldOff, Trash2 } from 'lucide-react'
import type { User } from '#contract/users.ts'
import { usePerson } from '#web/api/person.ts'
import { IconButton } from '#web/components/Button.tsx'
import { Menu } from '#web/components/Menu.tsx'
import { HistoryIcon } from '#web/history/HistoryButton.tsx'
import { navigate } from '#web/router/location.ts'
import { userApi } from './api.ts'
import { panels } from './panels.ts'

export type UserActionsProps = {
  user: User
  /** The id of the text that says what is for super users only. */
  rule: string
  onDelete: (user: User) => void
  onRole: (user: User) => void
}

/** The actions on a user. Those that a regular user may not do are disabled. */
export function UserActions({ user, rule, onDelete, onRole }: UserActionsProps) {
  const person = usePerson()
  const isSelf = user._id === person?._id
  const isSuper = person?.isSuperUser === true
  const mayDelete = !isSelf && (isSuper || person?.mayManageUsers === true)
  const go = ({ hash }: { hash: string }) => navigate(location.pathname + location.search + hash, { replace: true })
  return (
    <div className="flex min-h-8 justify-end pointer-coarse:min-h-11">
      {isSuper ? (
        <HistoryIcon resource={userApi} id={user._id} title={user.username} />
      ) : (
        <IconButton label={`History of ${user.username}`} disabled aria-describedby={rule} Icon={History} />
      )}
      <IconButton
        label={isSelf ? "You can't delete your own account" : `Delete ${user.username}`}
        disabled={!mayDelete}
        aria-describedby={mayDelete || isSelf ? undefined : rule}
        onClick={() => onDelete(user)}
        Icon={Trash2}
      />
      <Menu
        label={`More actions for ${user.username}`}
        disabled={!isSuper && !isSelf}
        reason={rule}
        items={
          isSelf
            ? [
                { label: 'Change password', Icon: KeyRound, run: () => go(panels.ownPassword) },
                { label: 'Sessions', Icon: MonitorSmartphone, run: () => go(panels.ownSessions) },
              ]
            : [
                { label: 'Set new password', Icon: KeyRound, run: () => go(panels.password(user)) },
                { label: 'Sessions', Icon: MonitorSmartphone, run: () => go(panels.user(user)) },
                user.isSuperUser
                  ? { label: 'Make regular user', Icon: ShieldOff, run: () => onRole(user) }
                  : { label: 'Make super user', Icon: Shield, run: () => onRole(user) },
              ]
        }
      />
    </div>
  )
}
