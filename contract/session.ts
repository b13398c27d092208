import * as z from 'zod/mini'
import { type Endpoints, nothing } from './endpoint.ts'
import { recordId } from './fields.ts'
import { newPassword } from './users.ts'

const credential = (label: string) =>
  z.string(`${label} is required.`).check(z.minLength(1, `${label} is required.`), z.maxLength(1000, `${label} is too long.`))

export const Credentials = z.object({
  username: credential('Username').check(z.regex(/^\P{Cc}*$/u, 'Wrong username or password.')),
  password: credential('Password'),
})
export type Credentials = z.output<typeof Credentials>

export const PasswordChange = z.object({ currentPassword: credential('Current password'), newPassword })
export type PasswordChange = z.output<typeof PasswordChange>

/** Whether `text` can be a session's token: 256 bits in the 43 characters of base64url (RFC 4648, section 5). */
export const isToken = (text: string) => /^[\w-]{43}$/.test(text)

/** The person who is signed in. */
export const Person = z.object({ _id: recordId, username: z.string(), isSuperUser: z.boolean() })
export type Person = z.output<typeof Person>

export const session = {
  signIn: {
    method: 'POST',
    path: '/api/login',
    access: 'anyone',
    summary: 'Signs in; the token goes into `Authorization: Bearer`.',
    body: Credentials,
    answer: z.object({ token: z.string() }),
  },
  signOut: {
    method: 'POST',
    path: '/api/logout',
    access: 'staff',
    summary: 'Ends the session of the token.',
    answer: nothing,
    status: 204,
  },
  get: { method: 'GET', path: '/api/session', access: 'staff', summary: 'Who is signed in.', answer: Person },
  changePassword: {
    method: 'PUT',
    path: '/api/session/password',
    access: 'staff',
    summary: "Changes one's own password, ends all of one's sessions and answers the token of a new one.",
    body: PasswordChange,
    answer: z.object({ token: z.string() }),
  },
} as const satisfies Endpoints
