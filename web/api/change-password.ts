import { type AnyPasswordChange, session } from '#contract/session.ts'
import { ApiError, call } from './call.ts'
import { currentSession, endRefusedSession, type Session } from './session.ts'
import { noteChanged, noteChanging, storePerson, storeToken } from './stored-session.ts'

/** Changes the user's own password. The server ends all sessions of the user; the new one that it starts continues in every tab. */
export async function changePassword(change: AnyPasswordChange) {
  const its = currentSession()
  if (!its) return
  const { token } = its
  try {
    await changeToken(its, change)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await endRefusedSession(its, token)
    if (its.token === token) throw error
    await changePassword(change)
  }
}

async function changeToken(its: Session, change: AnyPasswordChange) {
  noteChanging(its.token)
  try {
    // Sent without the session: a call that the session's token is refused for would wait for this change to end.
    const { token } = await call(session.changePassword, { body: change }, { as: { ...its } })
    if (its.person) storePerson(token, its.person)
    its.token = token
    storeToken(token)
  } finally {
    noteChanged()
  }
}
