import { Check, Trash2 } from 'lucide-react'
import type { View } from '#contract/views.ts'
import type { ListQuery } from '#web/api/address.ts'
import { IconButton, panelRow } from '#web/components/Button.tsx'
import { Link } from '#web/router/Link.tsx'
import { closePopovers } from './close-popovers.ts'
import { applyLayout } from './open-view.ts'
import { addressOf, isShown } from './query.ts'
import { deleteView } from './saved-views.ts'

/** `onDeleted` is absent for a view that the user may not delete. */
type ViewRowProps = { view: View; asked: ListQuery; onDeleted?: () => void }

/** A view as a link to its list. */
export function ViewRow({ view, asked, onDeleted }: ViewRowProps) {
  const isCurrent = isShown(view.list, asked, view)

  function remove() {
    onDeleted?.()
    void deleteView(view)
  }

  return (
    <li className="flex items-center gap-0.5">
      <Link
        to={addressOf(location.pathname, view)}
        title={view.name}
        aria-current={isCurrent ? 'true' : undefined}
        className={`${panelRow} min-w-0 flex-1`}
        onClick={({ currentTarget }) => {
          applyLayout(view)
          closePopovers(currentTarget)
        }}
      >
        <bdi className="min-w-0 flex-1 truncate">{view.name}</bdi>
        {isCurrent && <Check size={16} className="shrink-0 text-ink-3" />}
      </Link>
      {onDeleted && <IconButton label={`Delete view ${view.name}`} onClick={remove} Icon={Trash2} />}
    </li>
  )
}
