import * as z from 'zod/mini'
import { restoredWith } from './crud.ts'
import { byId, type Endpoints, erasureOf, historyOf, listOf, nothing } from './endpoint.ts'
import { line, record } from './fields.ts'
import { newest } from './listing.ts'
import { compatible } from './text.ts'

/** The shortest and longest password, in characters. NIST SP 800-63B asks for at least 8 and for no rules of composition. */
export const passwordLength = { least: 8, most: 200 } as const

/** A new password. */
export const newPassword = z
  .string('Password is required.')
  .check(
    z.minLength(1, { error: 'Password is required.', abort: true }),
    z.minLength(passwordLength.least, `Password is too short: at least ${passwordLength.least} characters.`),
    z.maxLength(passwordLength.most, { error: `Password is too long: at most ${passwordLength.most} characters.`, abort: true }),
    z.regex(/^\P{Cs}*$/u, "Password contains characters that can't be stored."),
  )

const latin = '\\p{Script=Latin}'
const lookAlike = '[\\p{Script=Cyrillic}\\p{Script=Greek}]'

/** A new username: no hidden characters, and no word that mixes look-alike letters of two scripts ("аdmin" with a Cyrillic а). */
export const newUsername = line('Username', 60).check(
  z.regex(/^[^\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u, 'Username contains an invisible character. Type the username again.'),
  z.refine(
    (name) => !new RegExp(`${latin}[\\p{L}\\p{M}]*${lookAlike}|${lookAlike}[\\p{L}\\p{M}]*${latin}`, 'u').test(compatible(name)),
    'Username mixes look-alike letters from different alphabets. Use one alphabet per word.',
  ),
)

export const UserInput = z.object({
  username: newUsername,
  password: newPassword,
  isSuperUser: z._default(z.boolean('Super User must be true or false.'), false),
})
export type UserInput = z.output<typeof UserInput>

/** A password that a super user sets for another user, who must change it at the next sign-in. */
export const FirstPassword = z.object({ password: newPassword })
export type FirstPassword = z.output<typeof FirstPassword>

/** The role of a user. */
export const UserRole = z.object({ isSuperUser: z.boolean('Super User must be true or false.') })
export type UserRole = z.output<typeof UserRole>

export const User = z.object({
  ...record,
  username: z.string(),
  isSuperUser: z.boolean(),
  /** ISO 8601 in UTC; `null`: never. A sign-in creates no version of the record. */
  lastSignInAt: z.nullable(z.string()),
})
export type User = z.output<typeof User>

export const users = {
  list: listOf('/api/users', {
    one: 'user',
    many: 'users',
    item: User,
    access: 'staff',
    listing: { search: ['username'], filters: {}, orders: { newest }, order: 'newest' },
  }),
  create: {
    method: 'POST',
    path: '/api/users',
    access: 'user manager',
    summary: 'Adds a user, who must choose a new password at the first sign-in.',
    body: UserInput,
    answer: User,
    status: 201,
    idempotent: true,
    refuses: [409],
  },
  remove: {
    method: 'DELETE',
    path: '/api/users/:id',
    access: 'user manager',
    summary: 'Deletes a user and ends the sessions of that user. Refused for the caller and for the last super user.',
    params: byId,
    answer: nothing,
    status: 204,
    versioned: true,
    refuses: [409],
  },
  changeRole: {
    method: 'PUT',
    path: '/api/users/:id',
    access: 'super user',
    summary: 'Makes another user a super user or a regular user. Refused for the last super user.',
    params: byId,
    body: UserRole,
    answer: User,
    versioned: true,
    refuses: [409],
  },
  setPassword: {
    method: 'PUT',
    path: '/api/users/:id/password',
    access: 'super user',
    summary: 'Sets a new password for another user and ends the sessions of that user, who must choose a new password at the next sign-in.',
    params: byId,
    body: FirstPassword,
    answer: User,
    versioned: true,
    refuses: [409],
  },
  restore: {
    method: 'POST',
    path: '/api/users/:id/restoration',
    access: 'user manager',
    summary: 'Restores a deleted user with the earlier password. The values of `instead` replace the earlier ones.',
    params: byId,
    /** Another user may have been given the same name since the deletion. */
    body: z.optional(z.object(restoredWith({ username: newUsername }))),
    answer: User,
    idempotent: true,
    versioned: true,
    refuses: [409],
  },
  erase: erasureOf('/api/users', 'user'),
  /** Super users only: the history shows password changes. */
  history: historyOf('/api/users', { one: 'user', item: User, access: 'super user' }),
} as const satisfies Endpoints
