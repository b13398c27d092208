import { type Credentials, type PasswordChange, session } from '#contract/session.ts'
import { call } from './call.ts'
import { createStore, useStore } from './store.ts'

const tokenKey = 'authToken'
/** Written on signing out, so that the other tabs can tell it from a session that ran out. */
const signedOutKey = 'moviebox.signedOut'
const lastPersonKey = 'moviebox.lastPerson'
/** What the server knows this browser by, whoever signs in with it. */
const deviceKey = 'moviebox.device'

type Session = {
  token: string | null
  /** Why there is no token any more. */
  ended?: 'signed out' | 'expired'
}

export const storedToken = () => localStorage.getItem(tokenKey)

const current = createStore<Session>({ token: storedToken() })

export const useSession = () => useStore(current)

/** Calls `listener` whenever somebody signs in or out, here or in another tab. */
export const watchSession = current.subscribe

/** Signs in and keeps the token. `onOtherPerson` runs first when this browser last belonged to somebody else. */
export async function signIn(credentials: Credentials, onOtherPerson: () => void) {
  const { token, device } = await call(session.signIn, { body: { ...credentials, device: localStorage.getItem(deviceKey) ?? '' } })
  if (device !== undefined) localStorage.setItem(deviceKey, device)
  const last = localStorage.getItem(lastPersonKey)
  // The server takes "Anna" and "anna " for the same person.
  const person = credentials.username.trim().toLowerCase()
  if (last !== null && last !== person) onOtherPerson()
  localStorage.setItem(lastPersonKey, person)
  localStorage.setItem(tokenKey, token)
  current.set({ token })
}

/** Signs out in every tab. The server is told, but not waited for. */
export function signOut() {
  call(session.signOut, {}, { keepalive: true }).catch((error: unknown) => console.error('Signing out was not confirmed', error))
  localStorage.setItem(signedOutKey, String(Date.now()))
  localStorage.removeItem(tokenKey)
  current.set({ token: null, ended: 'signed out' })
}

/** Under way until the new token is stored; meanwhile the server may refuse the old one already. */
let changing: Promise<unknown> = Promise.resolve()

/** Changes one's own password. The server ends all sessions of this person; the one that it starts anew goes on in every tab. */
export async function changePassword(change: PasswordChange) {
  const answer = call(session.changePassword, { body: change })
  changing = answer.catch(() => {})
  const { token } = await answer
  localStorage.setItem(tokenKey, token)
  current.set({ token })
}

/** Ends the session whose token the server refused, unless there is a new one by now. */
export async function endSession(refused: string) {
  await changing
  if (storedToken() !== refused) return
  localStorage.removeItem(tokenKey)
  current.set({ token: null, ended: 'expired' })
}

addEventListener('storage', ({ key }) => {
  const token = storedToken()
  if (key === signedOutKey) current.set({ token: null, ended: 'signed out' })
  else if (token !== current.get().token) current.set(token === null ? { token, ended: current.get().ended ?? 'expired' } : { token })
})
