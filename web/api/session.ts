import { type Credentials, type Person, session } from '#contract/session.ts'
import { createStore, useStore } from '#web/store.ts'
import { call } from './call.ts'
import type { Caller } from './caller.ts'
import {
  isChanging,
  noteSigningOut,
  removeToken,
  storeDevice,
  storedDevice,
  storedPerson,
  storedToken,
  storePerson,
  storeToken,
  wasSignedOut,
} from './stored-session.ts'

/** One person's time at this browser, from signing in to signing out. A changed password gives it another token. */
export type Session = Caller & {
  token: string
  /** Tells it from the sessions before and after it in this tab. */
  readonly number: number
  /** The person's id, once the server has told it, and what they are called. */
  person?: string | undefined
  username?: string | undefined
}

type State = {
  session?: Session
  /** Why there is none any more. */
  ended?: 'signed out' | 'expired' | undefined
}

let latest = 0
let ending = new AbortController()
const current = createStore<State>(stateOf(storedToken()))

/** Set while the session has run out under something that somebody has typed: they are asked to sign in over it. */
const interrupted = createStore<PromiseWithResolvers<void> | undefined>(undefined)

export const useSession = () => useStore(current)

/** Whether the session has run out under something that somebody has typed. */
export const useIsInterrupted = () => useStore(interrupted) !== undefined

export const currentSession = () => current.get().session

/**
 * Something outside of any screen that belongs to a session: made anew for each, so that nobody finds what the person before
 * them began.
 *
 *     export const notices = perSession(() => createStore<Notice[]>([]))
 *     notices().set([])
 */
export function perSession<Value>(make: () => Value): () => Value {
  const made = new WeakMap<State, { value: Value }>()
  return () => {
    const its = made.get(current.get()) ?? { value: make() }
    made.set(current.get(), its)
    return its.value
  }
}

/** What is open on the screens, each telling whether somebody has typed something into it that isn't saved. */
const dirtyForms = perSession(() => new Set<() => boolean>())

/**
 * From now on a session that runs out while `isTyped` leaves the screen as it is: whoever signs in over it as the same person goes on,
 * and what they have sent goes out then. Answers how to stop that.
 */
export function reauthenticateWhileDirty(isTyped: () => boolean): () => void {
  const its = dirtyForms()
  its.add(isTyped)
  return () => {
    its.delete(isTyped)
    if (its === dirtyForms() && interrupted.get() && !isAnythingDirty()) giveUp()
  }
}

const isAnythingDirty = () => [...dirtyForms()].some((isTyped) => isTyped())

/** Signs in and keeps the token, and the mark that the server knows this browser by. */
export async function signIn(credentials: Credentials) {
  // In nobody's name: a session that has run out may still be there.
  const { token, device } = await call(session.signIn, { body: { ...credentials, device: storedDevice() } }, { as: null })
  if (device !== undefined) storeDevice(device)
  storeToken(token)
  await syncFromStorage()
}

/** Whoever is asked to sign in over what they have typed doesn't want to: it is kept as a draft. */
export const giveUp = () => replaceSession(null, 'expired')

/** Signs out in every tab. The server is told, but not waited for. */
export function signOut() {
  call(session.signOut, {}, { keepalive: true }).catch((error: unknown) => console.error('Signing out was not confirmed', error))
  const its = currentSession()
  if (its) noteSigningOut(its.token)
  void syncFromStorage()
}

/** Notes who the person of a session is, so that other tabs and later visits know it at once. */
export function setUser(its: Session, { _id, username }: Person) {
  its.person = _id
  its.username = username
  storePerson(its.token, _id)
}

/**
 * Ends the session of `caller`, whose token the server refused, unless it has another one by now. Settles once that is known: somebody
 * may have to sign in first.
 */
export async function endSession(caller: Caller, refused: string) {
  if (caller !== currentSession()) return
  while (isChanging(refused)) await new Promise((resolve) => setTimeout(resolve, 50))
  if (caller !== currentSession() || caller.token !== refused) return
  if (storedToken() === refused) removeToken()
  await syncFromStorage()
  await interrupted.get()?.promise
}

/** Takes over what the storage says by now: somebody signed out or in, or changed their password, here or in another tab. */
async function syncFromStorage() {
  const token = storedToken()
  const its = currentSession()
  if (token === (its?.token ?? null)) return
  if (token !== null && storedPerson(token) === undefined && isAnythingDirty()) {
    await identifyUser(token)
    if (its !== currentSession() || its?.token === token || storedToken() !== token) return
  }
  const isOut = its !== undefined && wasSignedOut(its.token)
  if (its?.person && token !== null && storedPerson(token) === its.person) replaceToken(its, token)
  else if (its?.person && token === null && !isOut && isAnythingDirty()) interrupt()
  else replaceSession(token, isOut ? 'signed out' : 'expired')
}

/** Notes whose token it is; not of somebody who has to change their password before anything else, and begins anew after that. */
async function identifyUser(token: string) {
  try {
    const { _id, mustChangePassword } = await call(session.get, {}, { as: { token, signal: ending.signal } })
    if (!mustChangePassword) storePerson(token, _id)
  } catch (error) {
    console.error('It is not known who has signed in', error)
  }
}

function interrupt() {
  if (!interrupted.get()) interrupted.set(Promise.withResolvers())
}

/** The same person has another token by now. */
function replaceToken(its: Session, token: string) {
  its.token = token
  interrupted.get()?.resolve()
  interrupted.set(undefined)
}

/** Ends the session that was, with all that it has under way, and begins the next one if there is a token. */
function replaceSession(token: string | null, ended: State['ended']) {
  ending.abort()
  ending = new AbortController()
  current.set(stateOf(token, ended))
  interrupted.get()?.resolve()
  interrupted.set(undefined)
}

function stateOf(token: string | null, ended?: State['ended']): State {
  if (token === null) return { ended }
  latest += 1
  return { session: { token, signal: ending.signal, number: latest, person: storedPerson(token) } }
}

addEventListener('storage', () => void syncFromStorage())

// A page that comes back by the Back button has heard of nothing meanwhile.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void syncFromStorage()
})
