import { Download } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { iconButtonClass, panelRow } from '#web/components/Button.tsx'
import { PopoverButton } from '#web/components/PopoverButton.tsx'
import { closePopover } from '#web/components/popover.ts'
import { loadOrTell } from '#web/toasts/load-or-tell.ts'

type Format = 'xlsx' | 'csv'
const formats: [format: Format, name: string][] = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
]

/** Downloads the whole filtered list as an Excel or a CSV file: two rows of a panel, or a button that opens them. */
export function DownloadButton({ file, isInPanel = false }: { file: (format: Format) => Promise<File>; isInPanel?: boolean }) {
  const [isBusy, setIsBusy] = useState(false)

  async function begin(event: MouseEvent<HTMLElement>, format: Format) {
    closePopover(event)
    if (isBusy) return
    setIsBusy(true)
    await loadOrTell(
      () => import('./download.ts'),
      ({ download }) =>
        download(
          () => file(format),
          () => file('csv'),
        ),
      "The file couldn't be downloaded.",
    )
    setIsBusy(false)
  }

  const rows = formats.map(([format, name]) => (
    <button
      key={format}
      type="button"
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={(event) => void begin(event, format)}
      className={panelRow}
    >
      <Download size={16} className="text-ink-3" />
      {isInPanel && 'Download as '}
      {name}
    </button>
  ))
  if (isInPanel) return rows
  return (
    <PopoverButton
      className={iconButtonClass}
      panel="w-36 p-1.5"
      label={
        <>
          <Download size={16} />
          <span className="sr-only">Download</span>
        </>
      }
    >
      {rows}
    </PopoverButton>
  )
}
