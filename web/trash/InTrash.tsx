import type { ReactNode } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { lazyScreen } from '#web/router/lazyScreen.tsx'
import { useLocation } from '#web/router/RouterProvider.tsx'
import type { TrashProps } from './Trash.tsx'

// What `lazyScreen` makes of a component has forgotten that it goes with any item.
const Trash = lazyScreen<TrashProps<Stored>>(
  async () => (await import('./Trash.tsx')).Trash,
) as unknown as typeof import('./Trash.tsx').Trash

/** A list, or its trash where the address asks for that. */
export function InTrash<Item extends Stored>({ children, ...trash }: TrashProps<Item> & { children: ReactNode }) {
  const isTrash = new URLSearchParams(useLocation().search).get('trash') === '1'
  return isTrash ? <Trash {...trash} /> : children
}
