import { Download } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/base/Button.tsx'
import { download } from './download.ts'

/** Puts the whole list, as it is asked for, into a file for spreadsheets. */
export function DownloadButton({ csv }: { csv: () => Promise<File> }) {
  const [isBusy, setIsBusy] = useState(false)

  async function begin() {
    if (isBusy) return
    setIsBusy(true)
    await download(csv)
    setIsBusy(false)
  }

  return (
    <IconButton label="Download as CSV" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void begin()}>
      <Download size={16} aria-hidden="true" />
    </IconButton>
  )
}
