import { notifyFailure } from '#web/toasts/notices.ts'

/** Downloads a list as a CSV file, and reports a failure in a notice. */
export async function download(csv: () => Promise<File>): Promise<void> {
  try {
    offer(await csv())
  } catch (error) {
    console.error('A list could not be downloaded', error)
    notifyFailure("The list couldn't be downloaded.", error)
  }
}

/** Offers a file for download. */
export function offer(file: File) {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click()
  // Some browsers begin to read it only after this.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
