import type { FastifyInstance } from 'fastify'
import { mostSuggestions, type NamedCollection, type Suggestion, staffOnly, suggestedIn, suggestions } from '#contract/suggestions.ts'
import type { Revision } from '#server/db/revision.ts'
import type { Database } from '#server/db/schema.ts'
import { HttpError } from '#server/errors.ts'
import type { Guard } from '#server/http/guard.ts'
import { limitConcurrency } from '#server/http/limit-concurrency.ts'
import { publicDay } from '#server/http/resource.ts'
import { serve } from '#server/http/serve.ts'
import { keepNames } from './kept-names.ts'
import { findSimilar } from './matching.ts'

/** The most requests that wait for their turn. */
const mostWaiting = 10

/** Suggestions of names for a search that has found nothing. */
export function suggestionRoutes(app: FastifyInstance, guard: Guard, db: Database, revision: Revision): void {
  const indexOf = keepNames(db, revision)
  // One search at a time: the parts of concurrent searches would run in the same turn of the event loop.
  const inTurn = { staff: limitConcurrency(1, mostWaiting), public: limitConcurrency(1, mostWaiting) }

  serve(app, guard, suggestions, {
    list({ query: { q, collection }, caller, deadline: { signal } }) {
      const publicOn = publicDay(caller)
      if (!caller && collection && staffOnly.includes(collection)) throw new HttpError(401, 'unauthenticated', 'Please sign in.')
      const all = new Set<NamedCollection>(collection ? suggestedIn[collection] : Object.values(suggestedIn).flat())
      const searched = [...all].filter((name) => caller || !staffOnly.includes(name))

      return inTurn[caller ? 'staff' : 'public'](signal, async () => {
        const found: (Suggestion & { key: string; score: number })[] = []
        for (const name of searched) {
          const matches = await findSimilar(await indexOf(name, publicOn), q, mostSuggestions, signal)
          found.push(...matches.map((match) => ({ ...match, collection: name })))
        }
        const best = found.sort((one, other) => one.score - other.score || one.name.length - other.name.length)
        return best.filter(({ key }, at) => best.findIndex((each) => each.key === key) === at).slice(0, mostSuggestions)
      })
    },
  })
}
