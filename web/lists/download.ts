import { ApiError } from '#web/api/call.ts'
import { notifyFailure } from '#web/toasts/notices.ts'

/** The codes of refusals of a list that is too long. */
const tooLong = ['too_many_rows', 'too_much_text']

/** Downloads a file, and reports a failure in a notice. `asCsv` is offered for a list that is too long for another file. */
export async function download(file: () => Promise<File>, asCsv?: () => Promise<File>): Promise<void> {
  try {
    offer(await file())
  } catch (error) {
    console.error('A file could not be downloaded', error)
    const isTooLong = error instanceof ApiError && tooLong.includes(error.code)
    const action = asCsv && isTooLong && { label: 'Download as CSV', run: () => void download(asCsv) }
    notifyFailure("The file couldn't be downloaded.", error, action ? { action } : {})
  }
}

/** Offers a file for download. */
export function offer(file: File) {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click()
  // Some browsers begin to read it only after this.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
