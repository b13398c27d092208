import { hkdfSync } from 'node:crypto'
import type { UserRow } from '#server/db/schema.ts'

/**
 * Returns the key for a user's drafts, 32 bytes as base64. The key is derived from the hash of the user's password, which never leaves
 * the server and is shown to no other user. The servers of a chain share no other secret (decision 028).
 */
export const draftKeyOf = ({ id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>): string =>
  Buffer.from(hkdfSync('sha256', passwordHash, '', `moviebox drafts of ${id}`, 32)).toString('base64')
