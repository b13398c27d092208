import type { Image } from '#contract/images.ts'
import { ApiError } from '#web/api/call.ts'
import { currentSession } from '#web/api/session.ts'
import { upload } from '#web/api/upload.ts'
import { askBeforeUnload } from '#web/components/before-unload.ts'
import { createStore } from '#web/store.ts'

/** One file on its way into the gallery. */
export type Upload = {
  id: number
  file: File
  /** Whether it came with no others. */
  isAlone: boolean
  /** `failed` did not arrive, and may the next time; `refused` was looked at and can't be stored. */
  state: 'waiting' | 'sending' | 'stored' | 'was there' | 'failed' | 'refused'
  /** How much of it has been sent, from 0 to 1. */
  share: number
  reason?: string
  /** The parts of the file that were not kept. */
  note?: string | undefined
}

/** The stored image of a file. Ids ascend in the order in which files were picked. */
export type Uploaded = { id: number; image: Image; file: File }

/** So many files are sent at a time. */
const mostAtOnce = 3

/** A queue of uploads, one request each. It continues on other screens until its session ends, and asks before the window is closed. */
export function createUploads() {
  const caller = currentSession()
  const { get, set, subscribe } = createStore<Upload[]>([])
  const ends = new Map<number, PromiseWithResolvers<Uploaded>>()
  let latest = 0

  let closeFreely: (() => void) | undefined
  subscribe((uploads) => {
    if (uploads.some(isUnderWay)) closeFreely ??= askBeforeUnload(caller?.signal)
    else {
      closeFreely?.()
      closeFreely = undefined
    }
  })

  function change(id: number, changed: Partial<Upload>) {
    set(get().map((each) => (each.id === id ? { ...each, ...changed } : each)))
  }

  function startNext() {
    const free = mostAtOnce - get().filter(({ state }) => state === 'sending').length
    const waiting = get().filter(({ state }) => state === 'waiting')
    for (const each of waiting.slice(0, Math.max(free, 0))) void send(each)
  }

  async function send({ id, file }: Upload) {
    change(id, { state: 'sending', share: 0 })
    try {
      const image = await upload(file, (share) => change(id, { share }), caller)
      change(id, { state: image.wasThere ? 'was there' : 'stored', share: 1, note: image.note })
      ends.get(id)?.resolve({ id, image, file })
    } catch (error) {
      console.error('Failed to upload images', error)
      change(id, outcome(error))
      ends.get(id)?.reject(error)
    }
    startNext()
  }

  /** Puts a file into the queue, for the first time or again. */
  function queue(id: number): Promise<Uploaded> {
    const end = Promise.withResolvers<Uploaded>()
    ends.set(id, end)
    return end.promise
  }

  return {
    get,
    set,
    subscribe,
    /** Queues files; gives a promise of each file's image. */
    add(files: File[]): Promise<Uploaded>[] {
      const isAlone = files.length === 1
      const added = files.map((file) => ({ id: ++latest, file, isAlone, state: 'waiting' as const, share: 0 }))
      const promises = added.map(({ id }) => queue(id))
      set([...get(), ...added])
      startNext()
      return promises
    },
    retry(id: number): Promise<Uploaded> {
      const promise = queue(id)
      change(id, { state: 'waiting', share: 0 })
      startNext()
      return promise
    },
    /** Removes finished uploads, or those of them for which `isOver` is true. */
    clear: (isOver: (upload: Upload) => boolean = () => true) => set(get().filter((each) => isUnderWay(each) || !isOver(each))),
  }
}

/** The state of a file after a failed upload. Only an answer of the server can refuse a file. */
function outcome(error: unknown): Partial<Upload> {
  const { status = 0, sentence = "The server couldn't be reached." } = error instanceof ApiError ? error : {}
  return { state: mayPass(status) ? 'failed' : 'refused', reason: sentence }
}

/** Whether the same upload may go through later: no answer, too slow, too many at once, or a fault of the server's own. */
export const mayPass = (status: number) => status < 400 || status === 408 || status === 429 || status >= 500

export const isUnderWay = ({ state }: Upload) => state === 'waiting' || state === 'sending'

/** Whether it is in the gallery. */
export const isStored = ({ state }: Upload) => state === 'stored' || state === 'was there'

export type Uploads = ReturnType<typeof createUploads>
