import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from './Link.tsx'
import { isArrival, isSameView, returnState } from './location-state.ts'
import { useLocation } from './RouterProvider.tsx'

type PageHeadProps = {
  title: string
  subtitle?: ReactNode
  /** The link to the parent page. */
  back?: { to: string; label: string } | undefined
  /** The actions of the page. */
  children?: ReactNode
}

/** The head of a page. Names the document, and takes the focus after a navigation. */
export function PageHead({ title, subtitle, back, children }: PageHeadProps) {
  const { key, state } = useLocation()
  const arrived = isArrival(key) && !isSameView(state)
  return (
    <header className="mb-4 md:mb-6">
      <title>{`${title} · MovieBox`}</title>
      {back && <BackLink {...back} />}
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <div className="min-w-0 max-sm:w-full">
          <h1 tabIndex={-1} ref={arrived ? takeFocus : null} dir="auto" className="text-title">
            {title}
          </h1>
          {subtitle && (
            <div dir="auto" className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 empty:hidden">
              {subtitle}
            </div>
          )}
        </div>
        {children && (
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1 min-[24rem]:max-sm:grid min-[24rem]:max-sm:grid-cols-2 max-sm:*:px-2.5 max-sm:*:last:odd:col-span-full sm:ml-auto">
            {children}
          </div>
        )}
      </div>
    </header>
  )
}

export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      state={returnState}
      className="-ml-1 inline-flex min-h-8 items-center gap-1.5 rounded-control px-1 font-[550] text-ink-2 hover:text-ink"
    >
      <ArrowLeft size={16} />
      {label}
    </Link>
  )
}

/** Focuses the heading in the next frame, unless another element, such as a form's first input, has taken the focus. */
function takeFocus(heading: HTMLElement | null) {
  if (!heading) return
  const before = document.activeElement
  const frame = requestAnimationFrame(() => {
    if ([before, document.body].includes(document.activeElement)) heading.focus({ preventScroll: true })
  })
  return () => cancelAnimationFrame(frame)
}
