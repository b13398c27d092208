import { perSession } from '#web/api/session.ts'

type Version = { _id: string; version: number }

/** The later version of a record that equals an earlier one, because the changes in between were undone. */
const later = perSession(() => new Map<string, number>())

const nameOf = ({ _id, version }: Version) => `${_id} ${version}`

/** Records that version `now` equals version `then` again. */
export function aliasVersion(then: Version, now: Version): void {
  later().set(nameOf(then), now.version)
}

/** The record with the current version number that equals the version seen, so that earlier actions can be undone next. */
export function resolveVersion<Seen extends Version>(seen: Seen): Seen {
  const version = later().get(nameOf(seen))
  return version === undefined ? seen : resolveVersion({ ...seen, version })
}
