import type { Kysely, Transaction as KyselyTransaction } from 'kysely'

/** The columns of everything that has versions, history and a place in the trash. Times are ISO 8601 in UTC, as text. */
export type Stored = { id: string; version: number; createdAt: string; updatedAt: string; deletedAt: string | null }

export type MovieRow = Stored & { title: string; genre: string; image: string; description: string; trailerUrl: string }
export type ImageRow = Stored & { name: string; hash: string; url: string; width: number; height: number; bytes: number }
/**
 * `usernameKey` is what makes a name unique: without it "Anna" and "anna" would be two people.
 * `mustChangePassword`: somebody else chose the password, so the next thing its owner does is to choose another.
 */
export type UserRow = Stored & {
  username: string
  usernameKey: string
  passwordHash: string
  isSuperUser: number
  mustChangePassword: number
}
/** Lists of image addresses are JSON, as text. */
export type BranchRow = Stored & { name: string; address: string; googleMapsUrl: string; images: string }
export type NewsRow = Stored & { title: string; image: string; date: string; description: string; gallery: string }
export type MenuItemRow = Stored & { name: string; image: string; description: string }
/** The branch and the promo code are kept by id; their words beside it are those that the booking was made with. */
export type BookingRow = Stored & {
  /** `null` where no branch of this name was ever known. */
  branchId: string | null
  branchName: string
  date: string
  time: string
  fullName: string
  phoneNumber: string
  status: number
  promoCode: string
  /** `null` without a promo code. */
  promoCodeId: string | null
  discountPercentage: number
}
/** `uses` counts the live bookings, not canceled, that hold the code, also while the code is deleted; it changes with them and not with the record's versions. */
export type PromoCodeRow = Stored & {
  code: string
  percentage: number
  firstDay: string
  lastDay: string
  mostUses: number | null
  paused: number
  uses: number
}

/** The tables whose rows are records. */
export type RecordTables = {
  movies: MovieRow
  images: ImageRow
  users: UserRow
  branches: BranchRow
  news: NewsRow
  menus: MenuItemRow
  bookings: BookingRow
  promoCodes: PromoCodeRow
}

export type Schema = RecordTables & {
  history: {
    id: string
    resource: string
    recordId: string
    version: number
    action: 'create' | 'update' | 'delete' | 'restore'
    /** The whole record after the change, as JSON. */
    record: string
    byId: string | null
    byName: string | null
    at: string
  }
  /** `browser` is its short name, as a person would say it. */
  sessions: { id: string; tokenHash: string; userId: string; createdAt: string; usedAt: string; address: string; browser: string }
  /** The browsers that somebody signed in with, each by the hash of a mark that it keeps. */
  devices: { markHash: string; userId: string; usedAt: string }
  /** The answers of requests that named themselves; `key` and `fingerprint` are hashes, `answer` is JSON. */
  idempotencyKeys: { key: string; fingerprint: string; answer: string; at: string }
  /** `failures` were still remembered at `lastAt`, the time of the last one; a part of one is left while it fades. */
  attempts: { key: string; failures: number; lastAt: string }
  migrations: { name: string; at: string }
}

export type Database = Kysely<Schema>
export type Transaction = KyselyTransaction<Schema>
