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
  /** The user's id, once the server has sent it, and the user name. */
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

/** Set while the session has expired under unsaved input: the user is asked to sign in over the screen. */
const interrupted = createStore<PromiseWithResolvers<void> | undefined>(undefined)

export const useSession = () => useStore(current)

/** Whether the session has expired under unsaved input. */
export const useIsInterrupted = () => useStore(interrupted) !== undefined

export const currentSession = () => current.get().session

/**
 * State outside React that belongs to a session. Each session gets a new value, so that the next user sees nothing of the previous one.
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

/** Functions that tell whether an open form has unsaved input. */
const dirtyForms = perSession(() => new Set<() => boolean>())

/**
 * While `isTyped` is true, an expired session leaves the screen as it is. If the same user signs in again over it, pending calls continue.
 * Returns a function that removes the registration.
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
  // Sent without a session: an expired one may still be there.
  const { token, device } = await call(session.signIn, { body: { ...credentials, device: storedDevice() } }, { as: null })
  if (device !== undefined) storeDevice(device)
  storeToken(token)
  await syncFromStorage()
}

/** Ends an expired session for good, when the user does not sign in again over it. Unsaved input stays as a draft. */
export const giveUp = () => replaceSession(null, 'expired')

/** Work that a sign-out waits for, such as a draft on its way to the server. */
const unfinished = perSession(() => new Set<() => Promise<unknown>>())

export const beforeSignOut = (work: () => Promise<unknown>) => unfinished().add(work)

/** The longest that a sign-out waits for such work, in milliseconds. */
const patience = 2_000

/** Signs out in every tab, without waiting for the server's answer. */
export async function signOut() {
  const leaving = currentSession()
  const work = Promise.allSettled([...unfinished()].map((finish) => finish()))
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, patience))])
  if (currentSession() !== leaving) return
  call(session.signOut, {}, { keepalive: true }).catch((error: unknown) => console.error('Could not confirm the sign-out', error))
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
 * Ends the session of `caller` after the server has refused its token, unless it has a new token by now. Settles when that is known, which
 * may take until the user has signed in again.
 */
export async function endRefusedSession(caller: Caller, refused: string) {
  if (caller !== currentSession()) return
  while (isChanging(refused)) await new Promise((resolve) => setTimeout(resolve, 50))
  if (caller !== currentSession() || caller.token !== refused) return
  if (storedToken() === refused) removeToken()
  await syncFromStorage()
  await interrupted.get()?.promise
}

/** Takes over the stored token after a sign-in, a sign-out or a changed password in this tab or another. */
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

/** Notes whose token it is, except for users who have to change their password first and get a new session then. */
async function identifyUser(token: string) {
  try {
    const { _id, mustChangePassword } = await call(session.get, {}, { as: { token, signal: ending.signal } })
    if (!mustChangePassword) storePerson(token, _id)
  } catch (error) {
    console.error('Could not load the signed-in user', error)
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
