import { createHash } from 'node:crypto'

/** The entity tag of what has no version: its content tells it apart. */
export const contentTag = (content: string): string => `"${digest(content, 27)}"`

/** The entity tag of a record that changes without its version: that version, and what tells two answers of it apart. */
export const versionTag = (version: number, content: string): string => `"${version}-${digest(content, 16)}"`

/** The version that an entity tag names, alone or with what it was read as; a proxy that compresses may have made it weak. */
export function versionIn(etag: string): number | undefined {
  const version = /^(?:W\/)?"(\d{1,9})(?:-[\w-]{16})?"$/.exec(etag)?.[1]
  return version === undefined ? undefined : Number(version)
}

const digest = (content: string, length: number) => createHash('sha256').update(content).digest('base64url').slice(0, length)

/** Whether `If-None-Match` names this entity tag; compares weakly, as RFC 9110 (13.1.2) says. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => opaque(each) === opaque(etag))
}
