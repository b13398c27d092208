import { timeLimits } from '#contract/time-limits.ts'
import { isToken } from '#contract/token.ts'
import { browserStorage } from '#web/storage.ts'

const tokenKey = 'authToken'
const personKey = 'moviebox.person'
const signedOutKey = 'moviebox.signedOut'
const changingKey = 'moviebox.changing'
const deviceKey = 'moviebox.device'

/** The stored token. A malformed token is removed, because a request with it can only fail. */
export function storedToken(): string | null {
  const token = browserStorage.get(tokenKey)
  if (token !== null && !isToken(token)) removeToken()
  return token === null || !isToken(token) || wasSignedOut(token) ? null : token
}

export const storeToken = (token: string) => browserStorage.set(tokenKey, token)
export const removeToken = () => browserStorage.remove(tokenKey)

/** The device token by which the server recognizes this browser, for all its users. */
export const storedDevice = () => browserStorage.get(deviceKey) ?? ''
export const storeDevice = (device: string) => browserStorage.set(deviceKey, device)

/** Signing out leaves a note, so that the other tabs can tell it from a session that ran out. */
export function noteSigningOut(token: string) {
  browserStorage.set(signedOutKey, beginning(token))
  removeToken()
}

export const wasSignedOut = (token: string) => browserStorage.get(signedOutKey) === beginning(token)

/** The id of the person whose token this is, as far as it was noted. */
export function storedPerson(token: string): string | undefined {
  const [whose, id] = browserStorage.get(personKey)?.split(' ') ?? []
  return whose === beginning(token) ? id : undefined
}

export const storePerson = (token: string, id: string) => browserStorage.set(personKey, `${beginning(token)} ${id}`)

/** A note that the server is making another token of this one, so that no tab takes it for the end that this one is refused already. */
export const noteChanging = (token: string) => browserStorage.set(changingKey, `${beginning(token)} ${Date.now()}`)
export const noteChanged = () => browserStorage.remove(changingKey)

/** A tab that was closed meanwhile leaves its note behind. */
export function isChanging(token: string) {
  const [whose, since] = browserStorage.get(changingKey)?.split(' ') ?? []
  return whose === beginning(token) && Math.abs(Date.now() - Number(since)) < timeLimits.ordinary.browser
}

/** Enough of it to tell two tokens apart, and too little to sign in with. */
const beginning = (token: string) => token.slice(0, 8)
