import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { contract, type ResourceName } from '#contract/all.ts'
import { type Attention, attention } from '#contract/attention.ts'
import { daysAfter } from '#contract/dates.ts'
import type { Listing } from '#contract/listing.ts'
import { chainDay } from '#server/db/clock.ts'
import type { Database } from '#server/db/schema.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { countRows } from '#server/lists/count.ts'
import { resources } from '#server/resources.ts'

type Question = Pick<Attention, 'kind' | 'asked'> & { of: ResourceName }

/** The counts of records that need attention, from the same queries as the lists. `framed` are the extra hosts whose trailers play in the page. */
export function attentionRoutes(app: FastifyInstance, guard: Guard, db: Database, framed: readonly string[]): void {
  serve(app, guard, attention, {
    async list() {
      const found: Attention[] = []
      for (const { kind, of, asked } of await questions(db, framed)) {
        const count = await totalOf(db, of, asked)
        if (count > 0) found.push({ kind, count, asked })
      }
      return found
    },
  })
}

async function questions(db: Database, framed: readonly string[]): Promise<Question[]> {
  return [
    { kind: 'no cover', of: 'movies', asked: { cover: ['without'] } },
    { kind: 'small cover', of: 'movies', asked: { coverSize: ['small'] } },
    ...((await isAnyLinked(db, framed)) ? [linked] : []),
    { kind: 'still pending', of: 'bookings', asked: { status: ['0'], date: [`..${daysAfter(chainDay(), -1)}`] } },
    { kind: 'guests to call', of: 'closures', asked: { state: ['uncalled'] } },
    { kind: 'no picture', of: 'branches', asked: { pictures: ['without'] } },
    { kind: 'no alt text', of: 'images', asked: { described: ['no'], used: ['yes'] } },
    { kind: 'code ending', of: 'promoCodes', asked: { state: ['ending'] } },
  ]
}

const linked: Question = { kind: 'trailer elsewhere', of: 'movies', asked: { trailer: ['elsewhere'] } }

/** Whether the page of any film has to link to its trailer. */
async function isAnyLinked(db: Database, framed: readonly string[]): Promise<boolean> {
  const films = db.selectFrom('movies').select('id').where('deletedAt', 'is', null).where(sql<boolean>`trailer_host > ''`)
  const one = await films
    .where('trailerHost', 'not in', ['', ...framed])
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/** Returns the total of a resource's list with these filters. */
async function totalOf(db: Database, of: ResourceName, filters: Question['asked']): Promise<number> {
  const { listing }: { listing: Listing } = contract[of].list
  const request = { q: '', filters, order: listing.order, trash: false, limit: 1, after: undefined }
  return countRows(db, { ...resources[of].records.listed, request })
}
