import { Draft } from './draft.ts'

/** The length of the random initialization vector before the ciphertext, in bytes (NIST SP 800-38D, 8.2.2). */
const nonceLength = 12

/** A draft that only `key` opens, as base64. */
export async function seal(key: CryptoKey, draft: Draft): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength))
  const text = new TextEncoder().encode(JSON.stringify(draft))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, text))
  return btoa(lettersOf(nonce) + lettersOf(sealed))
}

/** A letter for each byte. There are as many arguments to a function as a stack has room for, and a text may be longer. */
function lettersOf(bytes: Uint8Array): string {
  let letters = ''
  for (const byte of bytes) letters += String.fromCharCode(byte)
  return letters
}

/** The draft; `undefined` where it was sealed with another key, or is none. */
export async function unseal(key: CryptoKey, sealed: string): Promise<Draft | undefined> {
  try {
    const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0))
    const [nonce, rest] = [bytes.slice(0, nonceLength), bytes.slice(nonceLength)]
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, rest)
    return Draft.safeParse(JSON.parse(new TextDecoder().decode(text))).data
  } catch {
    return undefined
  }
}
