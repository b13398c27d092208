import { Download } from 'lucide-react'
import type * as z from 'zod/mini'
import { tableFields, tableHead, tableLines } from '#contract/table.ts'
import { today } from '#web/api/chain-day.ts'
import { csvSeparator } from '#web/api/csv-separator.ts'
import type { Stored } from '#web/api/resource.ts'
import { IconButton } from '#web/components/Button.tsx'
import { nounOf } from '#web/components/format-count.ts'
import { download } from '#web/lists/download.ts'
import type { BarProps } from './BarFrame.tsx'
import type { BulkTarget } from './bulk-target.ts'

/** Downloads the selected records as CSV. */
export function DownloadSelection<Item extends Stored>({ target, selection }: Pick<BarProps<Item>, 'target' | 'selection'>) {
  const label = `Download selected ${nounOf(2, target.noun)} as CSV`
  return <IconButton label={label} onClick={() => void exportRecords(target, selection.items)} Icon={Download} />
}

/** Offers exactly these records as a file for spreadsheets, with the columns of the whole list. */
export const exportRecords = ({ calls, noun }: Pick<BulkTarget, 'calls' | 'noun'>, items: readonly Stored[]): Promise<void> =>
  download(async () => {
    const { element } = (calls.list.answer as z.ZodMiniArray<z.ZodMiniObject>)._zod.def
    const fields = tableFields(
      element,
      items.some((item) => 'deletedAt' in item),
    )
    const separator = csvSeparator()
    const name = `${nounOf(2, noun).replaceAll(' ', '-')}-${today()}.csv`
    return new File([tableHead(fields, separator), tableLines(items, fields, separator)], name, { type: 'text/csv' })
  })
