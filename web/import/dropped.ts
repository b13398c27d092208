import { perSession } from '#web/api/session.ts'

/** Files and folders that were dropped. */
export type Dropped = { files: readonly File[]; folders: readonly FileSystemDirectoryEntry[] }

/** Returns the content of a drop; only possible while the event is handled. */
export function droppedIn({ files, items }: DataTransfer): Dropped {
  const entries = [...items].map((item) => item.webkitGetAsEntry())
  const folders = entries.filter((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true)
  const names = new Set(folders.map(({ name }) => name))
  // A folder is among the files too, as a file that can't be read.
  return { files: [...files].filter(({ name, type }) => type !== '' || !names.has(name)), folders }
}

/** A drop on a list, on its way to the import screen. */
const handedOver = perSession(() => ({ dropped: undefined as Dropped | undefined }))

export function handOver(dropped: Dropped): void {
  handedOver().dropped = dropped
}

/** Returns a drop that was handed over, once. */
export function takeOver(): Dropped | undefined {
  const { dropped } = handedOver()
  handedOver().dropped = undefined
  return dropped
}
