import { type BookingInput, canceled } from '#contract/bookings.ts'
import { branches } from './branches.ts'
import { dayFromToday } from './days.ts'
import { seeded } from './drawing/random.ts'
import { people } from './people.ts'
import { promoCodes } from './promo-codes.ts'

const [pending, confirmed] = [0, 1]
const howMany = 300
/** How many days before and after today the bookings reach. */
const reach = 21

/** When films begin, the evening more often than the afternoon. */
const times = [
  '11:00',
  '13:30',
  '14:00',
  '15:45',
  '16:30',
  '17:15',
  '18:00',
  '18:45',
  '19:30',
  '19:30',
  '20:15',
  '20:15',
  '20:45',
  '21:00',
  '22:15',
]

/** The bookings of the weeks around today: fullest near today and on Fridays, Saturdays and Sundays. */
export function bookings(now: Date): BookingInput[] {
  const random = seeded(1895)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const codes = promoCodes(now)
  const origins = people.flatMap((origin) => Array<(typeof people)[number]>(origin.weight).fill(origin))
  const spent = new Map<string, number>()

  function day(): number {
    // The sum of two dice lies in the middle more often than at the ends.
    const offset = Math.round((random() + random() - 1) * reach)
    const isWeekend = [0, 5, 6].includes(new Date(`${dayFromToday(offset, now)}T12:00`).getDay())
    return isWeekend || random() < 0.5 ? offset : day()
  }

  function statusOf(offset: number): number {
    const chance = random()
    if (chance < 0.1) return canceled
    if (offset < 0) return chance < 0.13 ? pending : confirmed
    return chance < 0.2 + offset / 40 ? pending : confirmed
  }

  function code(status: number): string {
    let chance = random() * 100
    for (const { opening, share } of codes) {
      chance -= share
      if (chance >= 0) continue
      // Two uses are left over, so that a limited code can still be tried out.
      const uses = spent.get(opening.code) ?? 0
      if (uses + 2 >= (opening.mostUses ?? Number.POSITIVE_INFINITY)) return ''
      if (status !== canceled) spent.set(opening.code, uses + 1)
      return opening.code
    }
    return ''
  }

  return Array.from({ length: howMany }, () => {
    const offset = day()
    const { given, family, phones } = pick(origins)
    const status = statusOf(offset)
    return {
      branchName: pick(branches).name,
      date: dayFromToday(offset, now),
      time: pick(times),
      fullName: `${pick(given)} ${pick(family)}`,
      phoneNumber: pick(phones).replace(/#/g, () => String(Math.floor(random() * 10))),
      status,
      promoCode: code(status),
      discountPercentage: 0,
    }
  })
}
