import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { ActivityKind } from '#contract/activity.ts'
import type { Contract, ItemOf, ResourceName } from '#contract/all.ts'
import type { Version } from '#contract/endpoint.ts'

/** The columns of everything that has versions, history and a place in the trash. Times are ISO 8601 in UTC, as text. */
export type RecordColumns = { id: string; version: number; createdAt: string; updatedAt: string; deletedAt: string | null }

/** What an item shows besides its own fields, or isn't kept in its row. */
type NotOwn = '_id' | 'version' | 'createdAt' | 'updatedAt' | 'usedBy' | 'usedByCount'

/** How a field is kept: lists as JSON, yes and no as 1 and 0. */
type Column<Value> = Value extends readonly unknown[] ? string : Value extends boolean ? number : Value

/** A column for each field of an item, as `columnsOf` and `itemOf` (fields.ts) turn one into the other. */
type FieldColumns<Item> = { [Name in Exclude<keyof Item, NotOwn>]: Column<Item[Name]> }

/** Texts that a list is sorted by have their `sortKey` beside them, kept by `records`. */
type SortColumns<Orders> = { [Field in Alphabetical<Orders[keyof Orders]> as `${Field}Sort`]: string }
type Alphabetical<Order> = Order extends { isAlphabetical: true; by: readonly (infer Field extends string)[] } ? Field : never

/** Columns that no field names, because nobody sees or sends them. */
type HiddenColumns = {
  /**
   * `smallCover`: 1 where the cover is narrower than `leastCoverWidth`, else 0.
   * `trailerHost`: where the trailer is that no player of YouTube or Vimeo shows; `''` for the others.
   */
  movies: { smallCover: number; trailerHost: string }
  /**
   * `used`: 1 where a record that is not deleted shows the image, else 0; kept with `imageUses` and not with the image's versions.
   * `digests`: the SHA-256 of each of its files by their widths, as JSON; `''` until somebody has looked, for images of before.
   */
  images: { hash: string; used: number; digests: string }
  /**
   * `usernameKey` is what makes a name unique: without it "Anna" and "anna" would be two people.
   * `mustChangePassword`: somebody else chose the password, so the next thing its owner does is to choose another.
   */
  users: { usernameKey: string; passwordHash: string; mustChangePassword: number }
  /**
   * The branch and the promo code are kept by id; their words beside it are those that the booking was made with. `branchId` is `null`
   * where no branch of this name was ever known, `promoCodeId` without a promo code.
   * `phoneDigits`: the digits that find the numbers in `phoneNumber`, as `phoneDigitsOf` tells them.
   */
  bookings: { branchId: string | null; promoCodeId: string | null; phoneDigits: string }
  /** `codeKey` is what makes a code unique: without it `GROẞ` and `GROSS` would be two codes. */
  promoCodes: { codeKey: string }
}

/** The tables whose rows are records: all that a resource's rows are comes from its contract. */
export type RecordTables = {
  [Name in ResourceName]: RecordColumns &
    FieldColumns<ItemOf<Name>> &
    SortColumns<Contract[Name]['list']['listing']['orders']> &
    (Name extends keyof HiddenColumns ? HiddenColumns[Name] : unknown)
}

export type ImageRow = RecordTables['images']
export type UserRow = RecordTables['users']
export type BookingRow = RecordTables['bookings']
/** `uses` counts the live bookings, not canceled, that hold the code, also while the code is deleted; it changes with them and not with the record's versions. */
export type PromoCodeRow = RecordTables['promoCodes']

export type Schema = RecordTables & {
  history: {
    id: string
    resource: string
    recordId: string
    version: number
    action: Version<unknown>['action'] | 'erase'
    /** The whole record after the change, as JSON; `''` once it was erased. */
    record: string
    byId: string | null
    byName: string | null
    at: string
  }
  /** Everything that was done, without what it was about: see `activity.ts`. */
  activity: {
    /** That of the line in the history, where there is one. */
    id: string
    at: string
    byId: string | null
    byName: string | null
    kind: ActivityKind
    /** The record that it was done to, `''` and 0 where it was none. */
    resource: string
    recordId: string
    version: number
    /** What the history doesn't have, as JSON; `''` for nothing, and when it was erased. */
    details: string
    /** The hash of what the line is about, made with `salt`: that goes with it, so that nobody can find out by guessing what was erased. */
    digest: string
    salt: string
    /** In which seal it is; `null` until it is in one. */
    seal: string | null
  }
  /**
   * `id` is its number, `total` counts all lines up to its own, `lines` has the id and the hash of each of these, one a row, and `hash` is
   * that of all of it and of the seal before.
   */
  seals: { id: string; at: string; total: number; lines: string; hash: string }
  /** What the activity will tell of in a minute; `userId` is `''` for names that nobody has, `address` the last place that somebody tried from. */
  failedSignIns: { userId: string; times: number; address: string; at: string }
  /** Where the records that are not deleted use images, with what a person calls each record. */
  imageUses: { url: string; resource: string; recordId: string; title: string }
  /** `browser` is its short name, as a person would say it. */
  sessions: { id: string; tokenHash: string; userId: string; createdAt: string; usedAt: string; address: string; browser: string }
  /** The browsers that somebody signed in with, each by the hash of a mark that it keeps. */
  devices: { markHash: string; userId: string; usedAt: string }
  /** The answers of requests that named themselves; `key` and `fingerprint` are hashes, `answer` is JSON. */
  idempotencyKeys: { key: string; fingerprint: string; answer: string; at: string }
  /** `failures` were still remembered at `lastAt`, the time of the last one; a part of one is left while it fades. */
  attempts: { key: string; failures: number; lastAt: string }
  /** The history's lines in their order, on PostgreSQL: see `changes.ts`. */
  changes: { line: string }
  /** Which files of pictures are being put into an S3 store, or removed from it, and until when that rules out the other. */
  mediaClaims: { name: string; purpose: 'put' | 'remove'; until: string }
  /** Records that could not be taken away for good by their age; `reason` is the kind of error, `since` the first time, `triedAt` the last. */
  failedErasures: { resource: string; recordId: string; reason: string; since: string; triedAt: string }
  migrations: { name: string; at: string }
  /** Those of the migrations that servers of before can work with. */
  expansions: { name: string }
  /** Coming bookings that still have to get the new name of their branch: those that bear `oldName`, or all where it is `null`. */
  branchRenamings: { id: string; branchId: string; oldName: string | null; newName: string; byId: string | null; byName: string | null }
  /** Whose turn it is with what one server does at a time: see `chores.ts`. */
  chores: { name: string; holder: string; until: number }
}

export type Database = Kysely<Schema>
export type Transaction = KyselyTransaction<Schema>
