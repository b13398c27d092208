import * as z from 'zod/mini'
import { type Endpoints, nothing } from './endpoint.ts'
import { recordId } from './fields.ts'
import { newPassword } from './users.ts'

const credential = (label: string) =>
  z
    .string(`${label} is required.`)
    .check(z.minLength(1, `${label} is required.`), z.maxLength(1000, { error: `${label} is too long.`, abort: true }))

export const Credentials = z.object({
  username: credential('Username').check(z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Wrong username or password.')),
  password: credential('Password'),
  /**
   * The device token from an earlier answer, which exempts this browser from delays that other devices' wrong passwords cause. '' requests a token. A
   * client that leaves it out gets none.
   */
  device: z.optional(z.string('"device" must be text.').check(z.maxLength(100, '"device" is too long.'))),
})
export type Credentials = z.output<typeof Credentials>

export const PasswordChange = z.object({ currentPassword: credential('Current password'), newPassword })

/** The choice of a password at the first sign-in: the user has just entered the current one. */
export const FirstChoice = z.object({ newPassword })

/** Either of them: `currentPassword` may only be left out while `mustChangePassword` is true. */
const AnyPasswordChange = z.object({ currentPassword: z.optional(credential('Current password')), newPassword })
export type AnyPasswordChange = z.output<typeof AnyPasswordChange>

/**
 * The signed-in user. `mustChangePassword` is present only when true: every other call is then refused. `mayManageUsers` is present only where every
 * signed-in user may create and delete users (`USER_MANAGEMENT`). Super users always may.
 */
export const Person = z.object({
  _id: recordId,
  username: z.string(),
  isSuperUser: z.boolean(),
  mustChangePassword: z.optional(z.literal(true)),
  mayManageUsers: z.optional(z.literal(true)),
})
export type Person = z.output<typeof Person>

/** The response headers with the chain's current day (`yyyy-mm-dd`), its time zone, and the time (`HH:mm`) at which its day ends. */
export const chainHeaders = { day: 'chain-day', timeZone: 'chain-time-zone', dayEndsAt: 'chain-day-ends-at' } as const

export const session = {
  signIn: {
    method: 'POST',
    path: '/api/login',
    access: 'anyone',
    summary: 'Signs in. Send the token as `Authorization: Bearer`.',
    body: Credentials,
    answer: z.object({ token: z.string(), device: z.optional(z.string()) }),
    refuses: [401, 429],
  },
  signOut: {
    method: 'POST',
    path: '/api/logout',
    access: 'signed in',
    summary: 'Ends the current session.',
    answer: nothing,
    status: 204,
  },
  get: {
    method: 'GET',
    path: '/api/session',
    access: 'signed in',
    summary: `Returns the signed-in user, and the chain's day, time zone and end of day in the headers ${Object.values(chainHeaders).join(', ')}.`,
    answer: Person,
  },
  changePassword: {
    method: 'PUT',
    path: '/api/session/password',
    access: 'signed in',
    summary:
      "Changes the user's own password, ends all of the user's sessions and returns the token of a new session. `currentPassword` may be left out only while the password must be changed.",
    body: AnyPasswordChange,
    answer: z.object({ token: z.string() }),
    refuses: [429],
  },
} as const satisfies Endpoints
