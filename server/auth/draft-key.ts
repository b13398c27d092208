import { hkdfSync } from 'node:crypto'
import type { UserRow } from '#server/db/schema.ts'

/**
 * The key for somebody's drafts, 32 bytes as base64. It comes from the hash of their password, which never leaves the server and nobody
 * else is ever told anything of: there is no other secret that all servers of a chain share (decision 028).
 */
export const draftKeyOf = ({ id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>): string =>
  Buffer.from(hkdfSync('sha256', passwordHash, '', `moviebox drafts of ${id}`, 32)).toString('base64')
