import { queries } from '#web/api/queries.ts'
import { beforeSignOut, currentSession, perSession } from '#web/api/session.ts'
import { isSame } from '#web/forms/same.ts'
import { storeDraft, updateDraftList } from './server-drafts.ts'
import { copiesOf, copyOf, putCopy, removeCopy, removeStoredCopies, type TabCopy } from './tab-copies.ts'

/** In milliseconds: typing is sent this often; failed requests are repeated after a pause that doubles each time. */
const pause = { typing: 2_000, retry: 10_000, longest: 300_000 }

type Sync = { open: Set<{ id: string }>; failures: number; timer?: ReturnType<typeof setTimeout> | undefined; running: Promise<void> }

const syncs = perSession((): Sync => {
  beforeSignOut(() => syncDrafts().then(removeStoredCopies))
  return { open: new Set(), failures: 0, running: Promise.resolve() }
})

/** Whether a form of this tab has the draft open, or its save is under way. */
export const isInUse = (id: string): boolean => [...syncs().open].some((each) => each.id === id)

/** Marks a draft as in use. Returns a function that ends it. */
export function markInUse(id: string): () => void {
  const its = syncs()
  const use = { id }
  its.open.add(use)
  return () => {
    if (!its.open.delete(use)) return
    if (its === syncs()) void syncDrafts()
    else removeStoredCopies()
  }
}

/** Whether the latest changes have reached the server, or are about to. */
export const isSyncing = (): boolean => syncs().failures === 0 && navigator.onLine

/** Sends the changes of this tab in a moment. */
export function syncSoon(): void {
  syncs().timer ??= setTimeout(syncDrafts, pause.typing)
}

/** Brings the user's drafts on the server to the state of this tab's copies, one request after the other. */
export function syncDrafts(): Promise<void> {
  const its = syncs()
  clearTimeout(its.timer)
  its.timer = undefined
  its.running = its.running.then(() => send(its))
  return its.running
}

// The page may end before a request that is under way, so this one doesn't wait for it.
addEventListener('pagehide', () => void send(syncs()))

async function send(its: Sync) {
  const owner = currentSession()?.person
  if (its !== syncs() || owner === undefined) return
  const outcomes = await Promise.allSettled(copiesOf(owner).map(({ id, ...copy }) => sendCopy({ owner, id }, copy)))
  const failed = outcomes.find(({ status }) => status === 'rejected')
  its.failures = failed ? its.failures + 1 : 0
  if (!failed || its !== syncs()) return
  console.error('A draft could not be stored on the server', failed)
  its.timer ??= setTimeout(syncDrafts, Math.min(pause.retry * 2 ** (its.failures - 1), pause.longest))
}

async function sendCopy(name: { owner: string; id: string }, copy: TabCopy) {
  const session = currentSession()
  if (copy.onServer !== 'same') {
    const sent = { ...copy, onServer: 'older' } as const
    putCopy(name, sent)
    showInList(name.id, copy)
    if (session) await storeDraft({ id: name.id, form: copy.path, draft: copy.draft }, session)
    if (!isSame(copyOf(name), sent)) return
  }
  // The copy has done its work, unless the form is still open.
  if (copy.draft && isInUse(name.id)) putCopy(name, { ...copy, onServer: 'same' })
  else removeCopy(name)
  showInList(name.id, copy)
}

/** Shows a draft in the loaded list at once, or takes it out. */
export function showInList(id: string, { path: form, at, draft }: TabCopy): void {
  const shown = draft ? [{ _id: id, form, at }] : []
  updateDraftList(queries(), (list) => [...shown, ...list.filter(({ _id }) => _id !== id)])
}
