import * as z from 'zod/mini'
import { journalPrefix } from '#web/import/journal-key.ts'
import { browserStorage } from '#web/storage.ts'

/** An image that an import has added to the gallery, in the version that it had then. */
export type AddedImage = { _id: string; version: number }

/** A note about an import that isn't over, so that it can be undone after the window was closed. It has no content of the table. */
const Note = z.object({
  /** The user's id. */
  owner: z.string(),
  /** When the import was last known to run, in milliseconds since 1970; 0 after its page was closed. */
  at: z.number(),
  collection: z.string(),
  /** The number of rows to write. */
  total: z.number(),
  images: z.array(z.object({ _id: z.string(), version: z.number() })),
})
export type Note = z.output<typeof Note>
export type Interrupted = Pick<Note, 'total' | 'images'> & { batch: string }

/** How often a running import renews its note, and after which time without that it counts as interrupted, in milliseconds. */
const beat = 20_000
const silence = 3 * 60_000
/** After this time a note is dropped. */
const lifetime = 30 * 86_400_000

/** Keeps the note of a running import. `close` removes the note. */
export function openNote(batch: string, { owner, collection, total, images }: Pick<Note, 'owner' | 'collection' | 'total' | 'images'>) {
  const note: Note = { owner, at: 0, collection, total, images: [...images] }
  const write = (at: number) => browserStorage.set(journalPrefix + batch, JSON.stringify({ ...note, at }))
  const renew = () => write(Date.now())
  const leave = () => write(0)
  renew()
  const timer = setInterval(renew, beat)
  addEventListener('pagehide', leave)
  addEventListener('pageshow', renew)
  return {
    addImage(image: AddedImage) {
      note.images.push(image)
      renew()
    },
    close() {
      clearInterval(timer)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', renew)
      dropNote(batch)
    },
  }
}

export const dropNote = (batch: string): void => browserStorage.remove(journalPrefix + batch)

/** The interrupted imports of a user into a collection. */
export function interruptedOf(owner: string, collection: string): Interrupted[] {
  return browserStorage.keys().flatMap((key) => {
    if (!key.startsWith(journalPrefix)) return []
    const batch = key.slice(journalPrefix.length)
    const note = read(key)
    const age = note ? Date.now() - note.at : 0
    if (!note || (note.at > 0 && age > lifetime)) {
      dropNote(batch)
      return []
    }
    const isOver = note.at === 0 || age > silence
    const { total, images } = note
    return note.owner === owner && note.collection === collection && isOver ? [{ batch, total, images }] : []
  })
}

function read(key: string): Note | undefined {
  try {
    return Note.safeParse(JSON.parse(browserStorage.get(key) ?? '')).data
  } catch {
    return undefined
  }
}
