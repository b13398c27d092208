import { type Credentials, type PasswordChange, session } from '#contract/session.ts'
import { call } from './call.ts'
import type { Caller } from './caller.ts'
import { createStore, useStore } from './store.ts'
import {
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
  /** The person's id, once the server has told it. */
  person?: string | undefined
}

type State = {
  session?: Session
  /** Why there is none any more. */
  ended?: 'signed out' | 'expired' | undefined
}

let latest = 0
let ending = new AbortController()
const current = createStore<State>(stateOf(storedToken()))

/** Under way until the new token is stored; meanwhile the server may refuse the old one already. */
let changing: Promise<unknown> = Promise.resolve()

export const useSession = () => useStore(current)

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

/** Signs in and keeps the token, and the mark that the server knows this browser by. */
export async function signIn(credentials: Credentials) {
  const { token, device } = await call(session.signIn, { body: { ...credentials, device: storedDevice() } })
  if (device !== undefined) storeDevice(device)
  storeToken(token)
  follow()
}

/** Signs out in every tab. The server is told, but not waited for. */
export function signOut() {
  call(session.signOut, {}, { keepalive: true }).catch((error: unknown) => console.error('Signing out was not confirmed', error))
  const its = currentSession()
  if (its) noteSigningOut(its.token)
  follow()
}

/** Changes one's own password. The server ends all sessions of this person; the one that it starts anew goes on in every tab. */
export async function changePassword(change: PasswordChange) {
  const answer = call(session.changePassword, { body: change })
  changing = answer.catch(() => {})
  const { token } = await answer
  const its = currentSession()
  if (!its) return
  if (its.person) storePerson(token, its.person)
  its.token = token
  storeToken(token)
}

/** Notes who the person of a session is, so that other tabs and later visits know it at once. */
export function meet(its: Session, person: string) {
  its.person = person
  storePerson(its.token, person)
}

/** Ends the session of `caller`, whose token the server refused, unless it has another one by now. */
export async function endSession(caller: Caller, refused: string) {
  await changing
  if (caller !== currentSession() || caller.token !== refused) return
  if (storedToken() === refused) removeToken()
  follow()
}

/** Takes over what the storage says by now: somebody signed out or in, or changed their password, here or in another tab. */
function follow() {
  const token = storedToken()
  const its = currentSession()
  if (token === (its?.token ?? null)) return
  if (its?.person && token !== null && storedPerson(token) === its.person) its.token = token
  else become(token, its && wasSignedOut(its.token) ? 'signed out' : 'expired')
}

/** Ends the session that was, with all that it has under way, and begins the next one if there is a token. */
function become(token: string | null, ended: State['ended']) {
  ending.abort()
  ending = new AbortController()
  changing = Promise.resolve()
  current.set(stateOf(token, ended))
}

function stateOf(token: string | null, ended?: State['ended']): State {
  if (token === null) return { ended }
  latest += 1
  return { session: { token, over: ending.signal, number: latest, person: storedPerson(token) } }
}

addEventListener('storage', follow)

// A page that comes back by the Back button has heard of nothing meanwhile.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) follow()
})
