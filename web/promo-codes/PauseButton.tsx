import { Pause, Play } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { type PromoCode, promoCodes } from '#contract/promo-codes.ts'
import { useFieldChange } from '#web/lists/field-change.ts'
import { promoCodeApi } from './api.ts'
import { isOver } from './PromoCodeTicket.tsx'

/** The classes of a button at the foot of a ticket. */
export const cardTool =
  '-ml-1.5 inline-flex min-h-8 items-center gap-1.5 rounded-control px-1.5 font-[550] text-ink-2 text-small hover:bg-sunk hover:text-ink pointer-coarse:min-h-11'

/** Pauses a code, or starts it again. Absent where that changes nothing: the code is used up or has expired. */
export function PauseButton({ promoCode }: { promoCode: PromoCode }) {
  const toggle = usePausing(promoCode)
  if (isOver(promoCode)) return null
  return <PauseToggle pauses={!promoCode.paused} about={promoCode.code} onClick={() => void toggle()} />
}

type PauseToggleProps = ComponentProps<'button'> & { pauses: boolean; words?: string; about: string }

/** 'Pause' or 'Start', or other `words`; screen readers add what the button is `about`. */
export function PauseToggle({ pauses, words = pauses ? 'Pause' : 'Start', about, ...rest }: PauseToggleProps) {
  const Icon = pauses ? Pause : Play
  return (
    <button type="button" className={cardTool} {...rest}>
      <Icon size={14} />
      {words}
      <span className="sr-only"> {about}</span>
    </button>
  )
}

/** Pauses a code or starts it again, with Undo. */
function usePausing(promoCode: PromoCode) {
  const change = useFieldChange({
    resource: promoCodeApi,
    field: 'paused',
    answer: promoCodes.get.answer,
    changed: ({ paused }) => (paused ? 'is paused.' : 'was started.'),
    changedBack: ({ paused }) => (paused ? 'is paused again.' : 'was started again.'),
  })
  // The second click of a double-click would revert the first.
  const isUnderWay = useRef(false)

  return async () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    await change(promoCode, !promoCode.paused)
    isUnderWay.current = false
  }
}
