import { createHash } from 'node:crypto'

/** The entity tag of content that has no version: a hash of the content. */
export const contentTag = (content: string): string => `"${digest(content, 27)}"`

/** The entity tag of a record whose answer can change without its version: the version and a hash of the answer. */
export const versionTag = (version: number, content: string): string => `"${version}-${digest(content, 16)}"`

/** Returns the version in an entity tag, with or without a content hash. Weak tags count too: a compressing proxy weakens them. */
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
