import { Download } from 'lucide-react'
import { useState } from 'react'
import { IconButton, panelRow } from '#web/components/Button.tsx'
import { download } from './download.ts'

/** Downloads the whole filtered list as CSV. */
export function DownloadButton({ csv, isInPanel = false }: { csv: () => Promise<File>; isInPanel?: boolean }) {
  const { isBusy, begin } = useDownload(csv)
  const props = { 'aria-disabled': isBusy, 'aria-busy': isBusy, onClick: () => void begin() }
  if (!isInPanel) return <IconButton label="Download as CSV" Icon={Download} {...props} />
  return (
    <button type="button" className={panelRow} {...props}>
      <Download size={16} className="text-ink-3" />
      Download as CSV
    </button>
  )
}

/** Fetches a table and offers it as a file, one at a time; where that fails, a notice says so. */
export function useDownload(csv: () => Promise<File>): { isBusy: boolean; begin: () => Promise<void> } {
  const [isBusy, setIsBusy] = useState(false)

  async function begin() {
    if (isBusy) return
    setIsBusy(true)
    await download(csv)
    setIsBusy(false)
  }

  return { isBusy, begin }
}
