import { useState } from 'react'
import { download } from './download.ts'

/** Fetches a table and offers it as a file, one at a time; where that fails, a notice says so. */
export function useDownload(file: () => Promise<File>): { isBusy: boolean; begin: () => Promise<void> } {
  const [isBusy, setIsBusy] = useState(false)

  async function begin() {
    if (isBusy) return
    setIsBusy(true)
    await download(file)
    setIsBusy(false)
  }

  return { isBusy, begin }
}
