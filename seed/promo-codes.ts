import type { PromoCodeInput } from '#contract/promo-codes.ts'
import { dayFromToday } from './days.ts'

type Code = {
  /** As it stands when the bookings are made; what isn't said limits nothing. */
  opening: Pick<PromoCodeInput, 'code' | 'percentage'> & Partial<PromoCodeInput>
  /** What staff changed about it afterwards. */
  later?: Partial<PromoCodeInput>
  /** In how many of a hundred bookings it was used. */
  share: number
}

/** Codes in every state: active, nearly used up, paused, expired, not yet valid; one of them on some days of the week. */
export function promoCodes(now: Date): Code[] {
  const day = (offset: number) => dayFromToday(offset, now)
  return [
    { opening: { code: 'SILENT20', percentage: 20, firstDay: day(-30), lastDay: day(45) }, share: 9 },
    {
      opening: { code: 'FIRSTROW', percentage: 50, mostUses: 12 },
      later: { weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'] },
      share: 5,
    },
    { opening: { code: 'STUDENT10', percentage: 10, firstDay: day(-60) }, later: { paused: true }, share: 6 },
    {
      opening: { code: 'AUTUMN15', percentage: 15, firstDay: day(-75), lastDay: day(0), mostUses: 200 },
      later: { lastDay: day(-3) },
      share: 5,
    },
    { opening: { code: 'FILMWEEK25', percentage: 25, firstDay: day(14), lastDay: day(24), mostUses: 500 }, share: 0 },
  ]
}
