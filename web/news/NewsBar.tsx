import { CalendarDays } from 'lucide-react'
import { days } from '#contract/fields.ts'
import { type News, NewsSets } from '#contract/news.ts'
import { today } from '#web/api/chain-day.ts'
import { dayInWords } from '#web/components/dates.ts'
import { counted } from '#web/components/format-count.ts'
import { TextField } from '#web/forms/fields/Field.tsx'
import { SetManyButton } from '#web/forms/SetManyButton.tsx'
import type { BarProps } from '#web/lists/selection/BarFrame.tsx'
import { changing, were } from '#web/lists/selection/bulk-actions.ts'
import { runBulkAction } from '#web/lists/selection/run-bulk-action.ts'
import { SelectionBar } from '#web/lists/selection/SelectionBar.tsx'

/** The bar of selected news items, which moves their publication date. */
export function NewsBar(props: BarProps<News>) {
  const { target, selection } = props

  function set(news: readonly News[], { date }: { date: string }) {
    const others = news.filter((item) => item.date !== date)
    const done = (count: number) => were(count, target, `moved to ${dayInWords(date)}`)
    void runBulkAction(changing(target, others, { date }, { doing: 'Moving date', done }))
  }

  return (
    <SelectionBar {...props}>
      <SetManyButton
        items={selection.items}
        label="Move date"
        Icon={CalendarDays}
        titleOf={({ length }) => `Move date of ${counted(length, target.noun)}`}
        schema={NewsSets}
        blank={{ date: today() }}
        onSet={set}
      >
        {(field) => <TextField {...field('date')} label="Publication Date" type="date" min={days.first} max={days.last} />}
      </SetManyButton>
    </SelectionBar>
  )
}
