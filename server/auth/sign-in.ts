import type { Credentials } from '#contract/session.ts'
import { recordAuditEvent } from '#server/audit/events.ts'
import { countFailure } from '#server/audit/failed-sign-ins.ts'
import { sharedNow } from '#server/db/clock.ts'
import type { Database, Transaction, UserRow } from '#server/db/schema.ts'
import { FailedAttempt } from '#server/errors.ts'
import { networkOf } from '#server/http/network.ts'
import { isKnownDevice } from './devices.ts'
import { type HashCost, verifyPassword } from './password-hash.ts'
import { type Origin, startSession } from './sessions.ts'
import { guess, type Limits } from './throttle.ts'
import { findByUsername, noteSignIn, usernameKey } from './user-records.ts'

/** Returns the user with these credentials. Throws a 401 that doesn't name the cause, or a 429 after too many tries. `address` is the client's. */
export async function verify(
  db: Database,
  { username, password, device }: Credentials,
  address: string,
  hashCost: HashCost,
): Promise<UserRow> {
  const user = await findByUsername(db, username)
  const isKnown = await isKnownDevice(db, device, user?.id)
  const limits = isKnown ? ofDevice(device, username) : ofStranger(address, username)
  return guess(db, limits, async () => {
    const right = await verifyPassword(password, user?.passwordHash, hashCost)
    if (user && right) return user
    // A failure that can't be counted changes nothing for the caller.
    await countFailure(db, user?.id, address).catch(() => {})
    throw wrongCredentials()
  })
}

/** Starts the session of a user whose password was verified. A password changed meanwhile has ended all sessions, and starts none. */
export async function startVerified(trx: Transaction, user: UserRow, origin?: Origin): Promise<string> {
  const now = new Date(sharedNow())
  if (!(await noteSignIn(trx, user, now))) throw wrongCredentials()
  await recordAuditEvent(trx, { kind: 'sign-in', by: { id: user.id, name: user.username }, ...(origin && { details: origin }) })
  return startSession(trx, user.id, now, origin)
}

const wrongCredentials = () => new FailedAttempt(401, 'wrong_credentials', 'Wrong username or password.')

/**
 * The limits for unknown browsers. Their own limit counts one network that guesses one name. The limits shared with all callers count
 * one network that guesses many names, and many networks that guess one name. Another counts one site (the /48 of IPv6) that guesses
 * many names from many of its networks.
 */
function ofStranger(address: string, username: string): Limits {
  const key = usernameKey(username)
  const [network, site] = [networkOf(address), networkOf(address, 48)]
  return {
    own: [{ key: `sign-in ${network} ${key}`, free: 5, longest: 60 }],
    shared: [
      { key: `sign-in ${network}`, free: 50, longest: 60 },
      ...(site === network ? [] : [{ key: `sign-in ${site}`, free: 200, longest: 60 }]),
      { key: `sign-in of ${key}`, free: 20, longest: 60 },
    ],
  }
}

/** The limits for a browser that its user signed in with before. The browser shares no limit, so other callers' guesses don't lock its user out. */
const ofDevice = (mark: string | undefined, username: string): Limits => ({
  own: [{ key: `sign-in with ${mark} ${usernameKey(username)}`, free: 5, longest: 60 }],
  shared: [],
})
