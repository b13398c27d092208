import { useLayoutEffect, useState } from 'react'
import { draftKeeper, type Place } from './keeper.ts'
import { type LeftDraft, openLeft } from './left.ts'

/** Keeps what is typed into a form while that is open. It begins with the draft that is `opened` in it. */
export function useKeeper(place: Place, opened: LeftDraft | undefined) {
  const [keeper, setKeeper] = useState(() => draftKeeper(place, opened))
  useLayoutEffect(() => keeper.hold(), [keeper])
  return {
    keeper,
    /** Goes on with a draft that was left; what has been typed until then becomes one itself. `undefined` where it is gone, or open elsewhere by now. */
    async takeUp({ id }: LeftDraft): Promise<LeftDraft | undefined> {
      const left = await openLeft({ owner: place.owner, id })
      if (left) setKeeper(draftKeeper(place, left))
      return left
    },
  }
}
