import { reasonOf } from '#web/api/reason.ts'
import { perSession } from '#web/api/session.ts'
import { createStore } from '#web/store.ts'

/** A quiet word about something that has just happened; it never takes the focus. */
export type Notice = {
  id: number
  /** The record whose name begins the text, and its address. */
  about?: { name: string; to?: string }
  text: string
  failed?: boolean
  action?: { label: string; run: () => void }
  /** Navigates to the subject of the text; the notice stays with its other actions. */
  lead?: { label: string; go: () => void }
  /** Undoes the reported action: see `toastWithUndo`. */
  undo?: () => void
}

export const notices = perSession(() => createStore<Notice[]>([]))

let latest = 0

/** Shows a notice. Returns its id. */
export function notify(notice: Omit<Notice, 'id'>): number {
  latest += 1
  const shown = notices()
  shown.set([...shown.get(), { id: latest, ...notice }])
  return latest
}

/** Shows a notice of a failure: `text`, and the server's reason where it gave one. Returns the notice's number. */
export const notifyFailure = (text: string, error: unknown, more: Pick<Notice, 'about' | 'action' | 'undo'> = {}): number =>
  notify({ ...more, text: [text, reasonOf(error)].join(' ').trim(), failed: true })

const mostAtOnce = 3

/** Whether so many newer ones have come that it may go early. One that offers something stays for all of its time. */
export function isCrowdedOut(id: number): boolean {
  const shown = notices().get()
  const at = shown.findIndex((notice) => notice.id === id)
  const { undo, action, lead, about } = shown[at] ?? {}
  return !undo && !action && !lead && !about?.to && shown.length - at > mostAtOnce
}

export function dismiss(id: number) {
  const shown = notices()
  shown.set(shown.get().filter((notice) => notice.id !== id))
}

/** Runs an action of a notice once, however often it is clicked, and closes the notice. */
export function take(id: number, offer: () => void) {
  if (
    !notices()
      .get()
      .some((notice) => notice.id === id)
  )
    return
  dismiss(id)
  offer()
}
