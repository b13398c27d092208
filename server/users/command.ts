import { recordAuditEvent } from '#server/audit/events.ts'
import { makeUpPassword } from '#server/auth/generated-password.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { endSessionsOf, sessionsOf } from '#server/auth/sessions.ts'
import { findByUsername, giveFirstPassword, userRecords } from '#server/auth/user-records.ts'
import { commandHint } from '#server/command-hint.ts'
import type { Database, UserRow } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'
import { WrongCommand } from '#server/errors.ts'

const usage = [
  ['', 'lists all users'],
  ['password NAME', 'sets and shows a new password'],
  ['sessions NAME', 'lists the sessions of a user'],
  ['sessions NAME --end', 'signs a user out on all devices'],
  ['super NAME', 'makes a user a super user'],
]
  .map(([words, does]) => `${commandHint('users', words).padEnd(commandHint('users', 'sessions NAME --end').length)}     ${does}`)
  .join('\n')

/**
 * Runs `npm run users` and returns the text to print. The command is for the machine's operator when no user can sign
 * in any more, so it asks for no password. Throws a `WrongCommand`.
 */
export async function usersCommand(db: Database, words: string[]): Promise<string> {
  const [command, name, ...more] = words
  if (command === undefined) return everybody(db)
  if (name === undefined) throw new WrongCommand(usage)
  const asked = [command, ...more].join(' ')
  const act = Object.hasOwn(commands, asked) ? commands[asked] : undefined
  if (!act) throw new WrongCommand(usage)
  const user = await findByUsername(db, name)
  if (!user) throw new WrongCommand(`There is no user "${name}". Run "${commandHint('users')}" to list all users.`)
  return act(db, user)
}

const commands: Record<string, (db: Database, user: UserRow) => Promise<string>> = {
  password: newPassword,
  sessions: shownSessions,
  'sessions --end': endedSessions,
  super: madeSuperUser,
}

async function everybody(db: Database): Promise<string> {
  const users = await db.selectFrom('users').selectAll().where('deletedAt', 'is', null).orderBy('id').execute()
  const lines = await Promise.all(
    users.map(async ({ id, username, isSuperUser, mustChangePassword }) => {
      const sessions = await sessionsOf(db, id, '')
      const seen = sessions[0] ? `${counted(sessions.length)}, last used ${sessions[0].usedAt}` : 'not signed in'
      const role = isSuperUser === 1 ? 'Super User' : 'Regular User'
      return `${username.padEnd(24)} ${role.padEnd(13)} ${seen}${mustChangePassword === 1 ? ', must choose a password' : ''}`
    }),
  )
  return [...lines, '', 'Other commands:', usage].join('\n')
}

async function newPassword(db: Database, { id, username }: UserRow): Promise<string> {
  const password = makeUpPassword()
  const passwordHash = await hashPassword(password)
  await transact(db, undefined, async (trx) => giveFirstPassword(trx, await userRecords.find(trx, id), passwordHash, undefined))
  return `The new password of ${username} is ${password}
MovieBox will not show this password again. The user is signed out on all devices and must choose a new password at the next sign-in.`
}

async function shownSessions(db: Database, { id, username }: UserRow): Promise<string> {
  const sessions = await sessionsOf(db, id, '')
  if (sessions.length === 0) return `${username} is not signed in.`
  return sessions.map(({ usedAt, browser, address }) => `${usedAt}  ${browser}  ${address}`.trimEnd()).join('\n')
}

async function endedSessions(db: Database, { id, username }: UserRow): Promise<string> {
  await transact(db, undefined, async (trx) => {
    await endSessionsOf(trx, id)
    await recordAuditEvent(trx, { kind: 'sign-out', by: null, user: id })
  })
  return `${username} is signed out on all devices.`
}

async function madeSuperUser(db: Database, { id, username }: UserRow): Promise<string> {
  return transact(db, undefined, async (trx) => {
    const user = await userRecords.find(trx, id)
    if (user.isSuperUser === 1) return `${username} is already a super user.`
    await userRecords.update(trx, user, { isSuperUser: 1 }, undefined)
    return `${username} is now a super user.`
  })
}

const counted = (sessions: number) => (sessions === 1 ? '1 session' : `${sessions} sessions`)
