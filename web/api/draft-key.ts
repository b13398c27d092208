import { session } from '#contract/session.ts'
import { call } from './call.ts'
import { currentSession, perSession } from './session.ts'

/** By the token: with another password a session has another one, and its person another key. */
const keys = perSession(() => new Map<string, Promise<CryptoKey | undefined>>())

/** How long the server isn't asked again after it gave no answer, in milliseconds: there is a question with every letter that is typed. */
const pause = 10_000

/**
 * The key that seals what this person has not saved: from the server, and in memory only. `undefined` where the browser seals nothing
 * (without HTTPS), or while the server gives no answer.
 */
export async function draftKey(): Promise<CryptoKey | undefined> {
  const token = currentSession()?.token
  // `crypto.subtle` exists on secure pages only, unlike TypeScript's types say.
  const { subtle } = crypto as Partial<Crypto>
  if (token === undefined || !subtle) return undefined
  const its = keys()
  const asked = its.get(token) ?? fetchKey(subtle)
  its.set(token, asked)
  const key = await asked
  if (!key) setTimeout(() => its.get(token) === asked && its.delete(token), pause)
  return key
}

async function fetchKey(subtle: SubtleCrypto): Promise<CryptoKey | undefined> {
  try {
    const { key } = await call(session.draftKey, {})
    const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0))
    return await subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  } catch (error) {
    console.error('The key for drafts could not be fetched', error)
    return undefined
  }
}
