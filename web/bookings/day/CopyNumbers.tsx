import { Copy } from 'lucide-react'
import type { Booking } from '#contract/bookings.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { notify } from '#web/ui/page/notices.ts'

/** Copies each number once, a line each, where the browser lets a page do that: over plain HTTP from another computer there is no clipboard. */
export function CopyNumbers({ bookings }: { bookings: readonly Booking[] }) {
  const { clipboard } = navigator as Partial<Navigator>
  const numbers = [...new Set(bookings.map(({ phoneNumber }) => phoneNumber))]
  if (!clipboard) return null

  const copy = () =>
    clipboard?.writeText(numbers.join('\n')).then(
      () => notify({ text: numbers.length === 1 ? '1 number is copied.' : `${numbers.length} numbers are copied.` }),
      (error: unknown) => {
        console.error('Copying failed', error)
        notify({ text: 'The numbers could not be copied.', failed: true })
      },
    )

  return (
    <Button disabled={numbers.length === 0} onClick={() => void copy()}>
      <Copy size={16} aria-hidden="true" />
      Copy {numbers.length === 1 ? '1 number' : `${numbers.length} numbers`}
    </Button>
  )
}
