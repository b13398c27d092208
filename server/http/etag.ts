/** Whether `If-None-Match` names this entity tag; compares weakly, as RFC 9110 (13.1.2) says. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
