import type { FastifyInstance } from 'fastify'
import { type HashCost, usualCost } from './access/hashing.ts'
import { sessionRoutes } from './access/session-routes.ts'
import { personOf } from './access/sessions.ts'
import { sessionsRoutes } from './access/sessions-routes.ts'
import { userRoutes } from './access/user-routes.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { branchRoutes } from './branches/routes.ts'
import { imagesOfBranches } from './branches/store.ts'
import type { Config } from './config.ts'
import type { Database } from './database/schema.ts'
import { documentRoutes } from './documents/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { guard } from './http/guard.ts'
import { httpServer } from './http/server.ts'
import { webApp } from './http/web-app.ts'
import type { Media } from './images/media.ts'
import { mediaRoutes } from './images/media-routes.ts'
import { imageRoutes } from './images/routes.ts'
import { menuItemRoutes } from './menus/routes.ts'
import { imagesOfMenus } from './menus/store.ts'
import { movieRoutes } from './movies/routes.ts'
import { imagesOfMovies } from './movies/store.ts'
import { newsRoutes } from './news/routes.ts'
import { imagesOfNews } from './news/store.ts'
import { promoCodeRoutes } from './promo-codes/routes.ts'

export type Parts = {
  db: Database
  media: Media
  /** Where the built web app lies. */
  webFolder: string
  /** What it takes to hash a password: tests about other things take less. */
  hashCost?: HashCost
  config: Pick<Config, 'publicContent' | 'trailerHosts' | 'trustProxy' | 'logLevel'>
}

/** Builds the whole server without listening: every route, every header, one error handler. */
export async function buildApp({ db, media, webFolder, config, hashCost = usualCost }: Parts): Promise<FastifyInstance> {
  const app = httpServer(config)
  const admit = guard(db, personOf, config.publicContent)
  healthRoutes(app, db)
  documentRoutes(app)
  sessionRoutes(app, admit, db, hashCost)
  sessionsRoutes(app, admit, db)
  userRoutes(app, admit, db, hashCost)
  movieRoutes(app, admit, db)
  branchRoutes(app, admit, db)
  newsRoutes(app, admit, db)
  menuItemRoutes(app, admit, db)
  bookingRoutes(app, admit, db)
  promoCodeRoutes(app, admit, db)
  imageRoutes(app, admit, { db, media, uses: [imagesOfMovies, imagesOfBranches, imagesOfNews, imagesOfMenus] })
  mediaRoutes(app, media)
  await webApp(app, webFolder, config.trailerHosts)
  return app
}
