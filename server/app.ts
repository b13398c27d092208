import type { FastifyInstance } from 'fastify'
import { type HashCost, usualCost } from './access/hashing.ts'
import { sessionRoutes } from './access/session-routes.ts'
import { personOf } from './access/sessions.ts'
import { sessionsRoutes } from './access/sessions-routes.ts'
import { asUserManagers } from './access/user-managers.ts'
import { activityRoutes } from './activity/routes.ts'
import { attentionRoutes } from './attention/routes.ts'
import type { Config } from './config.ts'
import type { Revision } from './database/revision.ts'
import type { Database } from './database/schema.ts'
import { documentRoutes } from './documents/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { guard } from './http/guard.ts'
import { ResponseCache } from './http/response-cache.ts'
import { httpServer } from './http/server.ts'
import { webApp } from './http/web-app.ts'
import { mediaRoutes } from './images/media-routes.ts'
import { liveRoutes } from './live/routes.ts'
import type { Means } from './means.ts'
import { resources } from './resources.ts'

/** What the server is built on. */
export type Foundations = Omit<Means, 'hashCost'> & {
  /** As much as usual unless said. */
  hashCost?: HashCost
  db: Database
  revision: Revision
  /** Aborted when this server is about to stop, while it still answers; never unless given. */
  leaving?: AbortSignal
  /** Where the built web app lies. */
  webFolder: string
  config: Pick<Config, 'publicContent' | 'userManagement' | 'trailerHosts' | 'trustProxy' | 'logLevel'>
}

/** Builds the whole server without listening: every route, every header, one error handler. */
export async function buildApp({
  db,
  revision,
  leaving,
  webFolder,
  config,
  hashCost = usualCost,
  ...others
}: Foundations): Promise<FastifyInstance> {
  const means = { ...others, hashCost }
  const cache = new ResponseCache(revision)
  if (means.metrics) cache.watch(means.metrics)
  const app = httpServer(config, cache, { leaving, metrics: means.metrics })
  const authenticate = config.userManagement === 'staff' ? asUserManagers(personOf) : personOf
  const admit = guard(db, authenticate, config.publicContent, cache)
  healthRoutes(app, db, leaving)
  documentRoutes(app)
  sessionRoutes(app, admit, db, hashCost)
  sessionsRoutes(app, admit, db)
  activityRoutes(app, admit, db)
  attentionRoutes(app, admit, db, config.trailerHosts)
  liveRoutes(app, admit)
  for (const { routes } of Object.values(resources)) routes(app, admit, means)
  mediaRoutes(app, means.media)
  await webApp(app, webFolder, config.trailerHosts)
  return app
}
