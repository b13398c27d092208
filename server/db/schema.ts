import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { ActivityKind } from '#contract/activity.ts'
import type { Contract, ItemOf, ResourceName } from '#contract/all.ts'
import type { Version } from '#contract/endpoint.ts'
import type { View } from '#contract/views.ts'

/** The columns of every table with versions, history and trash. Times are ISO 8601 texts in UTC. */
export type RecordColumns = { id: string; version: number; createdAt: string; updatedAt: string; deletedAt: string | null }

/** Properties of an item that its row doesn't store as fields. */
type NotOwn =
  | '_id'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'usedBy'
  | 'usedByCount'
  | `${string}Alt`
  | `${string}FocalPoint`
  | `${string}FocalPoints`

/** The stored type of a field: lists as JSON, booleans as 1 and 0. */
type Column<Value> = Value extends readonly unknown[] ? string : Value extends boolean ? number : Value

/** A column for each field of an item; `columnsOf` and `itemOf` (fields.ts) convert between the two. */
type FieldColumns<Item> = { [Name in Exclude<keyof Item, NotOwn>]: Column<Item[Name]> }

/** Texts that sort a list have a column with their `sortKey` beside them, which the repository writes. */
type SortColumns<Orders> = { [Field in Alphabetical<Orders[keyof Orders]> as `${Field}Sort`]: string }
type Alphabetical<Order> = Order extends { isAlphabetical: true; by: readonly (infer Field extends string)[] } ? Field : never

/** Columns without a field: users neither see nor send them. */
type HiddenColumns = {
  /**
   * `smallCover`: 1 if the cover is narrower than `leastCoverWidth`, else 0.
   * `trailerHost`: the host of a trailer that neither YouTube's nor Vimeo's player shows; `''` for other trailers.
   */
  movies: { smallCover: number; trailerHost: string }
  /**
   * `used`: 1 if a live record shows the image, else 0. Changes with `imageUses`, not with the image's versions.
   * `digests`: the SHA-256 of each of its files by width, as JSON; `''` for older images until a background job has read their files.
   */
  images: { hash: string; used: number; digests: string }
  /**
   * `usernameKey` makes a name unique: without it "Anna" and "anna" would be two users.
   * `mustChangePassword`: 1 if another person chose the password, so its owner must choose a new one first.
   */
  users: { usernameKey: string; passwordHash: string; mustChangePassword: number }
  /**
   * Bookings refer to the branch and the promo code by id; the texts beside the ids are those of the time of booking. `branchId` is `null` if
   * no branch ever had this name, `promoCodeId` is `null` without a promo code.
   * `phoneDigits`: the digits that find the numbers in `phoneNumber`, as `phoneDigitsOf` returns them.
   */
  bookings: { branchId: string | null; promoCodeId: string | null; phoneDigits: string }
  /** `branchId` is `null` for a closure of all branches, and after the branch was erased. */
  closures: { branchId: string | null }
  /** `codeKey` makes a code unique: without it `GROẞ` and `GROSS` would be two codes. */
  promoCodes: { codeKey: string }
}

/** The tables of records, whose columns follow from the resource's contract. */
export type RecordTables = {
  [Name in ResourceName]: RecordColumns &
    FieldColumns<ItemOf<Name>> &
    SortColumns<Contract[Name]['list']['listing']['orders']> &
    (Name extends keyof HiddenColumns ? HiddenColumns[Name] : unknown)
}

export type ImageRow = RecordTables['images']
export type UserRow = RecordTables['users']
export type BookingRow = RecordTables['bookings']
/**
 * `uses` counts the live bookings with the code that are not canceled, even while the code is deleted. Changes with the bookings, not with the
 * record's versions.
 */
export type PromoCodeRow = RecordTables['promoCodes']

export type Schema = RecordTables & {
  history: {
    id: string
    resource: string
    recordId: string
    version: number
    action: Version<unknown>['action'] | 'erase'
    /** The whole record after the change, as JSON; `''` once the record was erased. */
    record: string
    byId: string | null
    byName: string | null
    /** The changes that the user made together, such as an import. */
    batch: string | null
    at: string
  }
  /** The audit trail: every action, without the content that the action was about. See `server/audit`. */
  activity: {
    /** The id of the history entry, if there is one. */
    id: string
    at: string
    byId: string | null
    byName: string | null
    /** `batched`: an entry of a batch that isn't the first. Lists show the first entry alone, as the line of the batch. */
    kind: ActivityKind | 'batched'
    batch: string | null
    /** The record that the action changed; `''` and 0 if there is none. */
    resource: string
    recordId: string
    version: number
    /** Details that the history doesn't have, as JSON; `''` if there are none, or if they were erased. */
    details: string
    /** The hash of the entry's content, made with `salt`. An erasure removes the salt as well, so erased content can't be found by guessing. */
    digest: string
    salt: string
    /** The seal that includes this entry; `null` until there is one. */
    seal: string | null
  }
  /**
   * Seals over the activity. `id` is the seal's number, `total` counts all entries up to this seal. `lines` holds the id and hash of each
   * entry, one a row; `hash` covers all of that and the previous seal.
   */
  seals: { id: string; at: string; total: number; lines: string; hash: string }
  /**
   * Failed sign-ins of the current minute, before they become activity. `userId` is `''` for names that no user has, `address` is the last
   * source address.
   */
  failedSignIns: { userId: string; times: number; address: string; at: string }
  /** The images that live records use, with the title of each record, and the first and last day on which the public sees it; '' for no limit. */
  imageUses: { url: string; resource: string; recordId: string; title: string; showFrom: string; showUntil: string }
  /** `browser` is the browser's short name for display. */
  sessions: { id: string; tokenHash: string; userId: string; createdAt: string; usedAt: string; address: string; browser: string }
  /** The browsers that a user has signed in with, each by the hash of its device token. */
  devices: { markHash: string; userId: string; usedAt: string }
  /** The unsaved input of users. `id` is unique for each user, `form` is the path of the form, `content` is opaque to the server. */
  drafts: { userId: string; id: string; form: string; content: string; at: string }
  /** Saved views of lists. `userId` is `null` for a shared view. `nameKey` makes a name unique, `query` is that of the list's address. */
  views: Omit<View, '_id' | 'shared'> & { id: string; userId: string | null; nameKey: string }
  /** The stored answers of idempotent requests. `key` and `fingerprint` are hashes, `answer` is JSON. */
  idempotencyKeys: { key: string; fingerprint: string; answer: string; at: string }
  /** The counters of failed attempts. `failures` is the count at `lastAt`, the time of the last one; the count fades in fractions. */
  attempts: { key: string; failures: number; lastAt: string }
  /** The sequence numbers of history entries, on PostgreSQL: see `change-log.ts`. */
  changes: { line: string }
  /** Claims on image files that are being put into an S3 store, or removed from it. A claim rules out the other purpose until `until`. */
  mediaClaims: { name: string; purpose: 'put' | 'remove'; until: string }
  /** Records that could not be erased by age. `reason` is the kind of error, `since` the first failure, `triedAt` the last attempt. */
  failedErasures: { resource: string; recordId: string; reason: string; since: string; triedAt: string }
  migrations: { name: string; at: string }
  /** The migrations that servers of earlier versions can work with. */
  expansions: { name: string }
  /** Pending renamings of a branch in upcoming bookings: those with `oldName`, or all if it is `null`. */
  branchRenamings: { id: string; branchId: string; oldName: string | null; newName: string; byId: string | null; byName: string | null }
  /** The leases of jobs that one server runs at a time: see `server/jobs/lease.ts`. */
  chores: { name: string; holder: string; until: number }
}

export type Database = Kysely<Schema>
export type Transaction = KyselyTransaction<Schema>
