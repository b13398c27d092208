import { useQueryClient } from '@tanstack/react-query'
import type { Resource, Stored } from '#web/api/resource.ts'
import { isBefore, type ReplacedImage, withReplaced } from '#web/forms/replaced-image.ts'
import { type Base, dispatcher, type EditorStore } from './state.ts'

type About<Item extends Stored, Input extends object> = {
  /** The query of the stored record. */
  one: ReturnType<Resource<Item, Input>['one']>
  store: EditorStore<Item, Input>
  base: () => Base | undefined
}

/** Shows a new image in an open form, which goes on from the version that the replacement has made of the record. */
export function useFollowReplacement<Item extends Stored, Input extends object>({ one, store, base }: About<Item, Input>) {
  const client = useQueryClient()
  const [name, , id] = one.queryKey
  return ({ from, to, changed }: ReplacedImage) => {
    const image = { from, to }
    const version = changed.find(({ resource, _id }) => resource === name && _id === id)?.version
    client.setQueryData<Item>(one.queryKey, (known) => known && (isBefore(known, version) ? withReplaced(known, image, version) : known))
    dispatcher(store)({ kind: 'replaced', image, version })
    const { keeper, typed, restored, conflict } = store.get()
    const values = typed ?? restored?.values
    if (values && keeper.hasInput()) keeper.keep({ values, base: conflict?.since ?? base() })
  }
}
