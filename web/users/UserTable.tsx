import { Shield, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { User } from '#contract/users.ts'
import { usePerson } from '#web/api/person.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { IconButton } from '#web/ui/base/Button.tsx'
import { entry } from '#web/ui/list/deletion.ts'
import { panels } from './panels.ts'

/** Everybody who may sign in. */
export function UserTable({ users, total, onDelete }: { users: User[]; total: number; onDelete: (user: User) => void }) {
  const person = usePerson()
  return (
    <div className="rounded-card border border-line bg-surface shadow-resting">
      <table className="w-full border-collapse text-left">
        <caption className="px-4 py-3.5 text-left text-head tabular-nums sm:px-5">Users ({total})</caption>
        <thead className="border-line border-y bg-sunk text-ink-2 text-small">
          <tr>
            {['User', 'Role', 'Actions'].map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-[550] first:pl-4 last:pr-4 last:text-right sm:first:pl-5 sm:last:pr-5">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user._id} {...entry(user._id)} className="border-line border-b last:border-0">
              <th scope="row" className="wrap-anywhere py-2 pr-3 pl-4 font-[550] sm:pl-5">
                <UserName user={user} isLink={person?.isSuperUser === true && user._id !== person._id} />
                {user._id === person?._id && <span className="ml-2 whitespace-nowrap font-normal text-ink-3 text-small">You</span>}
              </th>
              <td className="px-3 py-2">
                <Role isSuperUser={user.isSuperUser} />
              </td>
              <td className="py-1 pr-2.5 pl-3 sm:pr-3.5">
                {user._id !== person?._id && (
                  <IconButton label={`Delete ${user.username}`} onClick={() => onDelete(user)} className="ml-auto">
                    <Trash2 size={16} aria-hidden="true" />
                  </IconButton>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** To a super user it leads to the sessions and the password of that person. */
function UserName({ user, isLink }: { user: User; isLink: boolean }) {
  if (!isLink) return <bdi>{user.username}</bdi>
  return (
    <Link to={panels.user(user)} replace className="underline decoration-line-strong underline-offset-3 hover:decoration-ink">
      <bdi>{user.username}</bdi>
    </Link>
  )
}

function Role({ isSuperUser }: { isSuperUser: boolean }) {
  if (!isSuperUser) return <Badge tone="calm">Regular User</Badge>
  return (
    <Badge tone="accent">
      <Shield size={12} aria-hidden="true" className="shrink-0" />
      Super User
    </Badge>
  )
}
