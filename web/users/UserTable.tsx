import { Shield } from 'lucide-react'
import type { User } from '#contract/users.ts'
import { usePerson } from '#web/api/person.ts'
import { Ago } from '#web/components/Ago.tsx'
import { Badge } from '#web/components/Badge.tsx'
import { entry } from '#web/components/entries.ts'
import { Link } from '#web/router/Link.tsx'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { panels } from './panels.ts'
import { UserActions, type UserActionsProps } from './UserActions.tsx'

/** The columns, with the classes for their width and visibility. */
const columns = { User: '', Role: 'w-[24%] max-sm:hidden', 'Last sign-in': 'w-[24%] max-sm:hidden', Actions: 'w-34 pointer-coarse:w-42' }

type UserTableProps = Omit<UserActionsProps, 'user'> & { users: User[]; total: number | undefined }

/** Everybody who may sign in. */
export function UserTable({ users, total, ...actions }: UserTableProps) {
  const person = usePerson()
  return (
    <div className="rounded-card border border-line bg-surface shadow-resting">
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="px-4 py-3.5 text-left text-head tabular-nums sm:px-5">Users ({total ?? '…'})</caption>
        <thead className="border-line border-y bg-sunk text-ink-2 text-small">
          <tr>
            {Object.entries(columns).map(([column, shown]) => (
              <th
                key={column}
                scope="col"
                className={`px-3 py-2 font-[550] first:pl-4 last:pr-4 last:text-right sm:first:pl-5 sm:last:pr-5 ${shown}`}
              >
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
                <div className="mt-1 sm:hidden">
                  <Role isSuperUser={user.isSuperUser} />
                  <p className="mt-1 font-normal text-ink-3 text-tiny">
                    {user.lastSignInAt ? (
                      <>
                        Signed in <Ago at={user.lastSignInAt} />
                      </>
                    ) : (
                      'Never signed in'
                    )}
                  </p>
                </div>
              </th>
              <td className="px-3 py-2 max-sm:hidden">
                <Role isSuperUser={user.isSuperUser} />
              </td>
              <td className="px-3 py-2 text-ink-2 text-small max-sm:hidden">
                <LastSignIn user={user} />
              </td>
              <td className="py-1 pr-2.5 pl-3 sm:pr-3.5">
                <UserActions user={user} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const LastSignIn = ({ user: { lastSignInAt } }: { user: User }) => (lastSignInAt ? <Ago at={lastSignInAt} /> : 'Never')

/** For super users, the name links to the user's sessions and password. */
function UserName({ user, isLink }: { user: User; isLink: boolean }) {
  const { search } = useLocation()
  if (!isLink) return <bdi>{user.username}</bdi>
  return (
    <Link to={search + panels.user(user).hash} replace className="underline decoration-line-strong underline-offset-3 hover:decoration-ink">
      <bdi>{user.username}</bdi>
    </Link>
  )
}

function Role({ isSuperUser }: { isSuperUser: boolean }) {
  if (!isSuperUser) return <Badge tone="calm">Regular User</Badge>
  return (
    <Badge tone="accent">
      <Shield size={12} className="shrink-0" />
      Super User
    </Badge>
  )
}
