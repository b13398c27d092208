import { Pause, Play } from 'lucide-react'
import type { PromoCode } from '#contract/promo-codes.ts'
import { Button } from '#web/components/Button.tsx'
import { counted } from '#web/components/format-count.ts'
import type { BarProps } from '#web/lists/selection/BarFrame.tsx'
import { changing, were } from '#web/lists/selection/bulk-actions.ts'
import { runBulkAction } from '#web/lists/selection/run-bulk-action.ts'
import { SelectionBar } from '#web/lists/selection/SelectionBar.tsx'
import { isOver } from './PromoCodeTicket.tsx'

/** The bar of selected promo codes, which pauses them or starts them again. Neither changes a code that is used up or has expired. */
export function PromoCodeBar(props: BarProps<PromoCode>) {
  const { target, selection } = props

  function set(paused: boolean) {
    const codes = selection.items.filter((code) => code.paused !== paused && !isOver(code))
    const words = paused
      ? { doing: 'Pausing', done: (count: number) => `${counted(count, target.noun)} ${count === 1 ? 'is' : 'are'} paused.` }
      : { doing: 'Starting', done: (count: number) => were(count, target, 'started') }
    void runBulkAction(changing(target, codes, { paused }, words))
  }

  return (
    <SelectionBar {...props}>
      <Button onClick={() => set(true)} Icon={Pause}>
        Pause
      </Button>
      <Button onClick={() => set(false)} Icon={Play}>
        Start
      </Button>
    </SelectionBar>
  )
}
