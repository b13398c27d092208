import { Download } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/components/Button.tsx'
import { download } from './download.ts'

/** Downloads the whole filtered list as CSV. */
export function DownloadButton({ csv }: { csv: () => Promise<File> }) {
  const { isBusy, begin } = useDownload(csv)
  return (
    <IconButton label="Download as CSV" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void begin()}>
      <Download size={16} aria-hidden="true" />
    </IconButton>
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
