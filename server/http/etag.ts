import { createHash } from 'node:crypto'

/** The entity tag of what has no version: its content tells it apart. */
export const contentTag = (content: string): string => `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

/** Whether `If-None-Match` names this entity tag; compares weakly, as RFC 9110 (13.1.2) says. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => opaque(each) === opaque(etag))
}
