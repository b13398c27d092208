import { useRef } from 'react'
import { type PromoCode, promoCodes } from '#contract/promo-codes.ts'
import { currentOnConflict } from '#web/api/current-on-conflict.ts'
import { notifyFailure } from '#web/toasts/notices.ts'
import { toastWithUndo } from '#web/toasts/undo.ts'
import { aliasVersion, resolveVersion } from '#web/toasts/version-aliases.ts'
import { promoCodeApi } from './api.ts'

/** Pauses a code, or starts it again; Undo takes that back. */
export function usePausing(promoCode: PromoCode) {
  const { mutateAsync } = promoCodeApi.useSave()
  // The second click of a double one would take the first back.
  const isUnderWay = useRef(false)

  /** Keeps changes made by other users; if one of them has paused or resumed the code, nothing is changed. */
  async function save(before: PromoCode): Promise<{ before: PromoCode; now: PromoCode }> {
    try {
      return { before, now: await mutateAsync({ input: { ...before, paused: !before.paused }, base: before }) }
    } catch (error) {
      const current = currentOnConflict(error, before, promoCodes.get.answer)
      if (current?.paused !== before.paused) throw error
      return save(current)
    }
  }

  async function toggle() {
    if (isUnderWay.current) return
    isUnderWay.current = true
    const name = promoCode.code
    try {
      const { before, now } = await save(promoCode)
      toastWithUndo({ about: { name }, text: now.paused ? 'is paused.' : 'was started.' }, [
        {
          name,
          go: async () => aliasVersion(before, await mutateAsync({ input: before, base: resolveVersion(now) })),
          done: before.paused ? 'is paused again.' : 'was started again.',
          failed: 'could not be changed back.',
        },
      ])
    } catch (error) {
      console.error(promoCodeApi.failed.update, error)
      notifyFailure('could not be changed.', error, { about: { name } })
    }
    isUnderWay.current = false
  }

  return toggle
}
