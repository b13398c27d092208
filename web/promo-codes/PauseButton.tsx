import { Pause, Play } from 'lucide-react'
import type { PromoCode } from '#contract/promo-codes.ts'
import { isOver } from './PromoCodeTicket.tsx'
import { usePausing } from './pausing.ts'

/** The classes of a button at the foot of a ticket. */
export const cardTool =
  '-ml-1.5 inline-flex min-h-8 items-center gap-1.5 rounded-control px-1.5 font-[550] text-ink-2 text-small hover:bg-sunk hover:text-ink pointer-coarse:min-h-11'

/** Pauses a code, or starts it again. Absent where that changes nothing: the code is used up or has expired. */
export function PauseButton({ promoCode }: { promoCode: PromoCode }) {
  const toggle = usePausing(promoCode)
  if (isOver(promoCode)) return null
  const Icon = promoCode.paused ? Play : Pause
  return (
    <button type="button" onClick={() => void toggle()} className={cardTool}>
      <Icon size={14} aria-hidden="true" />
      {promoCode.paused ? 'Start' : 'Pause'}
      <span className="sr-only"> {promoCode.code}</span>
    </button>
  )
}
