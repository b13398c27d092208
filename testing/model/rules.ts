import type { ResourceName } from '#contract/all.ts'
import { bringBackBooking, giveBack, renameComing, saveBooking, takeUse } from './bookings.ts'
import { type Chain, type Fields, type Kept, Refused, taken } from './chain.ts'
import { closureOfBranch, forgetClosure, renameInClosures, saveClosure } from './closures.ts'
import { usesOf } from './pictures.ts'
import { renameInCodes, saveCode } from './promo-codes.ts'

/** A resource's rules beyond its fields. Each returns the stored fields, or refuses. `kept` is the previous record, without fields for a new one. */
export type Rules = {
  save?: (chain: Chain, kept: Kept, input: Fields, by: string) => Fields
  bringBack?: (chain: Chain, kept: Kept, then: Fields, by: string) => Fields
  remove?: (chain: Chain, kept: Kept, by: string) => void
  restore?: (chain: Chain, kept: Kept) => void
  erase?: (chain: Chain, kept: Kept) => void
}

const key = (username: unknown) => String(username).toLowerCase()

function saveUser(chain: Chain, kept: Kept, { username, isSuperUser }: Fields): Fields {
  taken(chain, kept, (other) => key(other.username) === key(username))
  return { username, isSuperUser, lastSignInAt: null }
}

const letGoOf =
  (held: 'branch' | 'code') =>
  (chain: Chain, { id }: Kept) => {
    for (const kept of chain.values()) if (kept[held] === id) kept[held] = undefined
  }

export const rulesOf: Partial<Record<ResourceName, Rules>> = {
  branches: {
    save(chain, kept, { renameBookings, ...input }, by) {
      renameInCodes(chain, kept, input.name)
      renameInClosures(chain, kept, input.name, by)
      if (renameBookings === true) renameComing(chain, kept, input.name, by)
      return input
    },
    bringBack(chain, kept, then, by) {
      renameInCodes(chain, kept, then.name)
      renameInClosures(chain, kept, then.name, by)
      renameComing(chain, kept, then.name, by, kept.fields.name)
      return then
    },
    erase: letGoOf('branch'),
  },
  bookings: { save: saveBooking, bringBack: bringBackBooking, remove: giveBack, restore: takeUse },
  closures: { save: saveClosure, bringBack: closureOfBranch, erase: forgetClosure },
  promoCodes: {
    save: (chain, kept, input) => saveCode(chain, kept, input),
    bringBack: (chain, kept, then) => saveCode(chain, kept, then, then),
    restore: (chain, kept) => taken(chain, kept, (other) => other.code === kept.fields.code),
    erase: letGoOf('code'),
  },
  images: {
    erase(chain, { fields }) {
      if (usesOf(chain, fields.url).length > 0) throw new Refused(409, 'in_use')
    },
  },
  users: {
    save: saveUser,
    remove(_chain, { fields }, by) {
      if (fields.username === by) throw new Refused(409, 'own_account')
    },
    restore: (chain, kept) => taken(chain, kept, (other) => key(other.username) === key(kept.fields.username)),
  },
}
