import type { FastifyInstance } from 'fastify'
import type { ResourceName } from '#contract/all.ts'
import { attentionRoutes } from './attention/routes.ts'
import { activityRoutes } from './audit/routes.ts'
import { type HashCost, usualCost } from './auth/password-hash.ts'
import { sessionListRoutes } from './auth/session-list-routes.ts'
import { personOf } from './auth/sessions.ts'
import { signInRoutes } from './auth/sign-in-routes.ts'
import { asUserManagers } from './auth/user-managers.ts'
import type { Config } from './config.ts'
import type { Revision } from './db/revision.ts'
import type { Database } from './db/schema.ts'
import type { Dependencies, SampleDataLoader } from './dependencies.ts'
import { documentRoutes } from './docs/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { guard } from './http/guard.ts'
import { ResponseCache } from './http/response-cache.ts'
import { httpServer } from './http/server.ts'
import { webApp } from './http/web-app.ts'
import { mediaRoutes } from './images/media-routes.ts'
import { replacementRoutes } from './images/replacement.ts'
import { liveRoutes } from './live/routes.ts'
import { resources } from './resources.ts'
import { sampleDataRoutes } from './sample-data/routes.ts'
import { suggestionRoutes } from './suggestions/routes.ts'
import { viewRoutes } from './views/routes.ts'

/** The parts from which the server is built. */
export type Foundations = Omit<Dependencies, 'hashCost'> & {
  /** The cost of a password hash, by default the usual one. */
  hashCost?: HashCost
  db: Database
  revision: Revision
  /** Aborted when this server is about to stop and still answers; by default never. */
  leaving?: AbortSignal
  sampleData: SampleDataLoader
  /** The folder of the built web app. */
  webFolder: string
  config: Pick<Config, 'publicContent' | 'userManagement' | 'trailerHosts' | 'trashDays' | 'trustProxy' | 'logLevel'>
}

/** Builds the whole server without listening: all routes and headers, and the one error handler. */
export async function buildApp({
  db,
  revision,
  leaving,
  sampleData,
  webFolder,
  config,
  hashCost = usualCost,
  ...others
}: Foundations): Promise<FastifyInstance> {
  const dependencies = { ...others, hashCost }
  const cache = new ResponseCache(revision)
  if (dependencies.metrics) cache.watch(dependencies.metrics)
  const app = httpServer(config, cache, { leaving, metrics: dependencies.metrics })
  const authenticate = config.userManagement === 'staff' ? asUserManagers(personOf) : personOf
  const admit = guard(db, authenticate, config.publicContent, cache)
  healthRoutes(app, db, leaving)
  documentRoutes(app)
  signInRoutes(app, admit, db, hashCost)
  sessionListRoutes(app, admit, db)
  draftRoutes(app, admit, db)
  viewRoutes(app, admit, db)
  activityRoutes(app, admit, db)
  attentionRoutes(app, admit, db, config.trailerHosts)
  suggestionRoutes(app, admit, db, revision)
  liveRoutes(app, admit)
  sampleDataRoutes(app, admit, sampleData)
  for (const { routes } of Object.values(resources)) routes(app, admit, dependencies)
  replacementRoutes(app, admit, (name) => (Object.hasOwn(resources, name) ? resources[name as ResourceName].replaceImage : undefined))
  mediaRoutes(app, dependencies.media)
  await webApp(app, webFolder, config)
  return app
}
