import { Menu, Search } from 'lucide-react'
import { useId } from 'react'
import { Mark } from '#web/components/Mark.tsx'
import { closePopover } from '#web/components/popover.ts'
import { isActive, navigation } from '#web/navigation.ts'
import { openOverlay } from '#web/palette/overlays.ts'
import { Link } from '#web/router/Link.tsx'
import { paths } from '#web/router/paths.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { isHelp } from './is-help.ts'
import { PersonMenu } from './PersonMenu.tsx'

/** The bar above every screen. In a narrow window a button opens its links. */
export function TopBar() {
  const links = useId()
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-bg/90 backdrop-blur-md print:hidden">
      <div className="mx-auto flex h-14 max-w-page items-center gap-1 px-4 md:gap-2 md:px-8 lg:gap-6">
        <button
          type="button"
          popoverTarget={links}
          aria-label="Open navigation"
          className="-ml-2 grid size-11 place-items-center rounded-control text-ink-2 hover:bg-sunk hover:text-ink md:hidden"
        >
          <Menu size={20} />
        </button>
        <Link to={paths.movies.list} className="flex items-center gap-2.5 rounded-control font-[650] text-card">
          <Mark />
          MovieBox
        </Link>
        <nav id={links} popover="auto" aria-label="Main" className="navigation">
          <Links />
        </nav>
        {/* From the right: a font that is late does not move it. */}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => void openOverlay('palette')}
          className="flex min-h-11 items-center gap-2 rounded-control px-2 text-ink-2 hover:text-ink ml-auto max-lg:px-3 xl:min-h-9 xl:border xl:border-line xl:px-3"
        >
          <Search size={18} />
          <span className="sr-only">Find anything</span>
          <span aria-hidden="true" className="flex items-center gap-2 max-xl:hidden">
            Find anything <span className="text-ink-3 text-tiny">Ctrl K</span>
          </span>
        </button>
        <PersonMenu />
      </div>
    </header>
  )
}

function Links() {
  const location = useLocation()
  const isShown = !isHelp(location)
  return navigation.map((link) => (
    <Link
      key={link.to}
      to={link.to}
      onClick={closePopover}
      aria-current={isShown && isActive(link, location.pathname) ? 'page' : undefined}
    >
      {link.label}
    </Link>
  ))
}
