import { Download } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '#web/ui/base/Alert.tsx'
import { IconButton } from '#web/ui/base/Button.tsx'
import { notify } from '#web/ui/page/notices.ts'

/** Puts the whole list, as it is asked for, into a file for spreadsheets. */
export function DownloadButton({ csv }: { csv: () => Promise<File> }) {
  const [isBusy, setIsBusy] = useState(false)

  async function download() {
    if (isBusy) return
    setIsBusy(true)
    try {
      offer(await csv())
    } catch (error) {
      console.error('A list could not be downloaded', error)
      notify({ text: ['The list could not be downloaded.', reasonOf(error)].join(' ').trim(), failed: true })
    }
    setIsBusy(false)
  }

  return (
    <IconButton label="Download as CSV" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void download()}>
      <Download size={16} aria-hidden="true" />
    </IconButton>
  )
}

/** Gives a file to whoever sits there, to be stored where their browser puts such. */
export function offer(file: File) {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click()
  // Some browsers begin to read it only after this.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
