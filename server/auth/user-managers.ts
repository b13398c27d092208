import type { Authenticate } from '#server/http/guard.ts'

/** Lets every signed-in user create and delete users (`USER_MANAGEMENT=staff`). */
export const asUserManagers =
  (authenticate: Authenticate): Authenticate =>
  async (db, token, how) => {
    const found = await authenticate(db, token, how)
    return found && { ...found, person: { ...found.person, mayManageUsers: true } }
  }
