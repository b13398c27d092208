import type { View } from '#contract/views.ts'
import { navigate } from '#web/router/location.ts'
import { setLayout } from './layout.ts'
import { addressOf } from './query.ts'

/** Sets the layout of a view that has one. */
export const applyLayout = ({ layout }: View): void => {
  if (layout !== '') setLayout(layout)
}

/** Shows a view in the list at `path`. */
export function openView(path: string, view: View): void {
  applyLayout(view)
  navigate(addressOf(path, view))
}
