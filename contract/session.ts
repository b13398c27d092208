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
  device: z.optional(z.string('device must be text.').check(z.maxLength(100, 'device is too long.'))),
})
export type Credentials = z.output<typeof Credentials>

export const PasswordChange = z.object({ currentPassword: credential('Current password'), newPassword })
export type PasswordChange = z.output<typeof PasswordChange>

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

/** The response headers with the chain's current day (`yyyy-mm-dd`) and its time zone. */
export const chainHeaders = { day: 'chain-day', timeZone: 'chain-time-zone' } as const

export const session = {
  signIn: {
    method: 'POST',
    path: '/api/login',
    access: 'anyone',
    summary: 'Signs in; the token goes into `Authorization: Bearer`.',
    body: Credentials,
    answer: z.object({ token: z.string(), device: z.optional(z.string()) }),
    refuses: [401, 429],
  },
  signOut: {
    method: 'POST',
    path: '/api/logout',
    access: 'signed in',
    summary: 'Ends the session of the token.',
    answer: nothing,
    status: 204,
  },
  get: {
    method: 'GET',
    path: '/api/session',
    access: 'signed in',
    summary: `Who is signed in. Its headers \`${chainHeaders.day}\` and \`${chainHeaders.timeZone}\` tell which day it is for the chain.`,
    answer: Person,
  },
  changePassword: {
    method: 'PUT',
    path: '/api/session/password',
    access: 'signed in',
    summary: "Changes one's own password, ends all of one's sessions and answers the token of a new one.",
    body: PasswordChange,
    answer: z.object({ token: z.string() }),
    refuses: [429],
  },
} as const satisfies Endpoints
