import { timeLimits } from '#contract/time-limits.ts'
import { isToken } from '#contract/token.ts'

const tokenKey = 'authToken'
const personKey = 'moviebox.person'
const signedOutKey = 'moviebox.signedOut'
const changingKey = 'moviebox.changing'
const deviceKey = 'moviebox.device'

/** The token in the browser's storage. What no server can have made is removed: it would only fail, if it can be sent at all. */
export function storedToken(): string | null {
  const token = localStorage.getItem(tokenKey)
  if (token !== null && !isToken(token)) removeToken()
  return token === null || !isToken(token) || wasSignedOut(token) ? null : token
}

export const storeToken = (token: string) => localStorage.setItem(tokenKey, token)
export const removeToken = () => localStorage.removeItem(tokenKey)

/** What the server knows this browser by, whoever signs in with it. */
export const storedDevice = () => localStorage.getItem(deviceKey) ?? ''
export const storeDevice = (device: string) => localStorage.setItem(deviceKey, device)

/** Signing out leaves a note, so that the other tabs can tell it from a session that ran out. */
export function noteSigningOut(token: string) {
  localStorage.setItem(signedOutKey, beginning(token))
  removeToken()
}

export const wasSignedOut = (token: string) => localStorage.getItem(signedOutKey) === beginning(token)

/** The id of the person whose token this is, as far as it was noted. */
export function storedPerson(token: string): string | undefined {
  const [whose, id] = localStorage.getItem(personKey)?.split(' ') ?? []
  return whose === beginning(token) ? id : undefined
}

export const storePerson = (token: string, id: string) => localStorage.setItem(personKey, `${beginning(token)} ${id}`)

/** A note that the server is making another token of this one, so that no tab takes it for the end that this one is refused already. */
export const noteChanging = (token: string) => localStorage.setItem(changingKey, `${beginning(token)} ${Date.now()}`)
export const noteChanged = () => localStorage.removeItem(changingKey)

/** A tab that was closed meanwhile leaves its note behind. */
export function isChanging(token: string) {
  const [whose, since] = localStorage.getItem(changingKey)?.split(' ') ?? []
  return whose === beginning(token) && Math.abs(Date.now() - Number(since)) < timeLimits.ordinary.browser
}

/** Enough of it to tell two tokens apart, and too little to sign in with. */
const beginning = (token: string) => token.slice(0, 8)
