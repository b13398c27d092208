import { perSession } from '#web/api/session.ts'

type Version = { _id: string; version: number }

/** For a version of a record the later one in which it is the same again, because what was done since has been taken back. */
const later = perSession(() => new Map<string, number>())

const nameOf = ({ _id, version }: Version) => `${_id} ${version}`

/** What was done to `then` has been taken back: in `now` it is the same again. */
export function aliasVersion(then: Version, now: Version): void {
  later().set(nameOf(then), now.version)
}

/** What somebody has seen, in the version that is the same by now: so what they did before can be taken back next. */
export function resolveVersion<Seen extends Version>(seen: Seen): Seen {
  const version = later().get(nameOf(seen))
  return version === undefined ? seen : resolveVersion({ ...seen, version })
}
