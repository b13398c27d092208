import type { HashCost } from './auth/password-hash.ts'
import type { Media } from './images/media.ts'
import type { Metrics } from './metrics/metrics.ts'

/** What resources work with besides the database. */
export type Dependencies = {
  media: Media
  /** A folder of this machine for uploads that are still being looked at. */
  incoming: string
  /** What it takes to hash a password: tests about other things take less. */
  hashCost: HashCost
  /** In milliseconds, how long an upload waits for its renderings, where that isn't as long as usual. */
  renderingTime?: number
  /** Where somebody watches. */
  metrics?: Metrics | undefined
}
