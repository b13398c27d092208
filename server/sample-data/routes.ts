import type { FastifyInstance } from 'fastify'
import { resourceNames } from '#contract/all.ts'
import { type SampleData, sampleData } from '#contract/sample-data.ts'
import type { Transaction } from '#server/db/schema.ts'
import type { SampleDataLoader } from '#server/dependencies.ts'
import { conflict } from '#server/errors.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { countLive } from '#server/records/repository.ts'

export function sampleDataRoutes(app: FastifyInstance, guard: Guard, loader: SampleDataLoader): void {
  serve(app, guard, sampleData, {
    get: () => loader.state(),

    async load({ caller, transactAsCaller, request }): Promise<SampleData> {
      await transactAsCaller(requireEmpty)
      loader.start(caller._id, request.log)
      return loader.state()
    },
  })
}

/** Throws a 409 `HttpError` if the chain has any records besides users. */
async function requireEmpty(trx: Transaction): Promise<null> {
  for (const name of resourceNames) {
    if (name !== 'users' && (await countLive(trx, name)) > 0)
      throw conflict('not_empty', 'This chain already has records. Sample data can only be loaded into an empty chain.')
  }
  return null
}
