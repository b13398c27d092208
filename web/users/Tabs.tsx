import { Link } from '#web/router/Link.tsx'
import { paths } from '#web/router/paths.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'

/** The tabs of the users screen: users and activity. They are above the heading, which differs in height. */
export function Tabs() {
  const isActivity = new URLSearchParams(useLocation().search).get('tab') === 'activity'
  return (
    <nav aria-label="Users and activity" className="mb-5 flex gap-5 border-line border-b">
      <Tab to={paths.users} isOpen={!isActivity} label="Users" />
      <Tab to={`${paths.users}?tab=activity`} isOpen={isActivity} label="Activity" />
    </nav>
  )
}

function Tab({ to, isOpen, label }: { to: string; isOpen: boolean; label: string }) {
  const look = isOpen ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink'
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'page' : undefined}
      className={`-mb-px inline-flex min-h-9 items-center border-b-2 px-0.5 font-[550] pointer-coarse:min-h-11 ${look}`}
    >
      {label}
    </Link>
  )
}
