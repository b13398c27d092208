/**
 * The callers that an endpoint admits.
 * - `anyone`: also without a token (signing in, health).
 * - `public`: anyone, as long as the chain publishes its content (`PUBLIC_CONTENT`); staff always.
 * - `signed in`: any signed-in user, even before replacing a password that another user has set.
 * - `staff`: any signed-in user who has chosen their own password.
 * - `user manager`: `staff` who are super users; with `USER_MANAGEMENT=staff`, all `staff`.
 * - `super user`: `staff` who are super users.
 */
export type Access = 'anyone' | 'public' | 'signed in' | 'staff' | 'user manager' | 'super user'

export type Verdict = 'allowed' | 'sign in first' | 'choose a password first' | 'not allowed'

/** The signed-in user's state that decides access. `mustChangePassword`: another user has set the password. */
export type Standing = { isSuperUser: boolean; mustChangePassword?: boolean | undefined; mayManageUsers?: boolean | undefined }

/** Returns the verdict on a call from its access, the caller (`undefined`: not signed in) and whether content is public. */
export function judge(access: Access, caller: Standing | undefined, contentIsPublic: boolean): Verdict {
  if (access === 'anyone' || (access === 'public' && contentIsPublic)) return 'allowed'
  if (!caller) return 'sign in first'
  if (access === 'signed in') return 'allowed'
  if (caller.mustChangePassword) return 'choose a password first'
  if (access === 'user manager') return caller.isSuperUser || caller.mayManageUsers ? 'allowed' : 'not allowed'
  return access === 'super user' && !caller.isSuperUser ? 'not allowed' : 'allowed'
}
