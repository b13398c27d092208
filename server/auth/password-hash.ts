import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limitConcurrency } from '#server/http/limit-concurrency.ts'

/** The cost of a hash: `memory` in KiB. */
export type HashCost = { memory: number; passes: number; parallelism: number }

/** OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane (Password Storage Cheat Sheet). */
export const usualCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
/** A hash takes some 40 ms of a core and 19 MiB. Two at a time leave the server usable; a caller behind fifty waiting ones gets a 503. */
const inTurn = limitConcurrency(2, 50)
/** A signal that never aborts: a hash is computed even if its caller has left. */
const always = new AbortController().signal

const derive = promisify(argon2)

/** Hashes a password for storage, in the PHC string format. Throws a 503 `HttpError` when too many are waiting. */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(16)
  const tag = await inTurn(always, () => derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength, ...cost }))
  return phc(cost, salt, tag)
}

/** Returns whether `password` matches the hash `stored`. Without a `stored` hash the check takes the time of `cost` and returns false. */
export async function verifyPassword(password: string, stored: string | undefined, cost = usualCost): Promise<boolean> {
  const [, , , settings = '', salt = '', tag = ''] = (stored ?? phc(cost, Buffer.alloc(16), Buffer.alloc(tagLength))).split('$')
  const [memory = 0, passes = 0, parallelism = 0] = settings.split(',').map((setting) => Number(setting.slice(2)))
  const expected = Buffer.from(tag, 'base64')
  const nonce = Buffer.from(salt, 'base64')
  const actual = await inTurn(always, () =>
    derive('argon2id', { message: password.normalize('NFC'), nonce, memory, passes, parallelism, tagLength: expected.length }),
  )
  return timingSafeEqual(actual, expected) && stored !== undefined
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const phc = ({ memory, passes, parallelism }: HashCost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
