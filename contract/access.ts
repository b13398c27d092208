/**
 * Who may make a call.
 * - `anyone`: also without a token (signing in, health).
 * - `public`: anyone, as long as the chain publishes its content (`PUBLIC_CONTENT`); staff always.
 * - `staff`: any signed-in user.
 * - `super user`: a signed-in super user.
 */
export type Access = 'anyone' | 'public' | 'staff' | 'super user'

export type Verdict = 'allowed' | 'sign in first' | 'not allowed'

/** Decides a call from its access, the caller (`undefined` = nobody) and whether content is public. */
export function judge(access: Access, caller: { isSuperUser: boolean } | undefined, contentIsPublic: boolean): Verdict {
  if (access === 'anyone' || (access === 'public' && contentIsPublic)) return 'allowed'
  if (!caller) return 'sign in first'
  return access === 'super user' && !caller.isSuperUser ? 'not allowed' : 'allowed'
}
