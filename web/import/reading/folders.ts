import type { Dropped } from '#web/import/dropped.ts'

/** So many files of a folder are looked at, those of its folders included. */
const mostFiles = 2_000

/** Returns the dropped files, and the files in the dropped folders. */
export async function filesOf({ files, folders }: Dropped): Promise<File[]> {
  const found = [...files]
  const waiting = [...folders]
  for (let folder = waiting.shift(); folder && found.length < mostFiles; folder = waiting.shift())
    for (const entry of await entriesIn(folder)) {
      if (entry.isDirectory) waiting.push(entry as FileSystemDirectoryEntry)
      else if (found.length < mostFiles) found.push(await fileOf(entry as FileSystemFileEntry))
    }
  return found
}

/** The browser gives the entries of a folder in parts, the last one empty. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return entries
    entries.push(...some)
    if (entries.length >= mostFiles) return entries
  }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))
