import type { FastifyBaseLogger } from 'fastify'
import type { SampleData } from '#contract/sample-data.ts'
import type { HashCost } from './auth/password-hash.ts'
import type { Media } from './images/media.ts'
import type { Metrics } from './metrics/metrics.ts'

/** Loads sample data in the background. `start` does nothing while a load is running; the records are the user's in the history. */
export type SampleDataLoader = { state(): Promise<SampleData>; start(userId: string, log: FastifyBaseLogger): void }

/** The dependencies of resources apart from the database. */
export type Dependencies = {
  media: Media
  /** A local folder for uploads that are still being processed. */
  incoming: string
  /** The cost of a password hash. Tests of other things use a lower one. */
  hashCost: HashCost
  /** The longest time that an upload waits for its renditions, in milliseconds; by default the usual one. */
  renderingTime?: number
  /** The metrics, when they are exposed. */
  metrics?: Metrics | undefined
}
