import { type PasswordChange, session } from '#contract/session.ts'
import { ApiError, call } from './call.ts'
import { currentSession, endSession, type Session } from './session.ts'
import { noteChanged, noteChanging, storePerson, storeToken } from './stored-session.ts'

/** Changes one's own password. The server ends all sessions of this person; the one that it starts anew goes on in every tab. */
export async function changePassword(change: PasswordChange) {
  const its = currentSession()
  if (!its) return
  const { token } = its
  try {
    await changeToken(its, change)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await endSession(its, token)
    if (its.token === token) throw error
    await changePassword(change)
  }
}

async function changeToken(its: Session, change: PasswordChange) {
  noteChanging(its.token)
  try {
    // Not in the session's own name: whatever is refused to that waits until this has ended.
    const { token } = await call(session.changePassword, { body: change }, { as: { ...its } })
    if (its.person) storePerson(token, its.person)
    its.token = token
    storeToken(token)
  } finally {
    noteChanged()
  }
}
