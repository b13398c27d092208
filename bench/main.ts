import { argv } from 'node:process'
import { measureBackups } from './backups.ts'
import { measureCanonical } from './canonical.ts'
import { eventLoopDelay } from './delay.ts'
import { measureImports } from './imports.ts'
import { compareChains } from './lists.ts'
import { measureLongChanges } from './long.ts'
import { changeMany } from './many.ts'
import { compareRequests } from './requests.ts'
import { openScreens } from './screens.ts'
import { compareServers } from './servers.ts'
import { compareStarts } from './start.ts'
import { measureUploads } from './uploads.ts'

/**
 * The benches. `npm run bench` measures requests, starts, uploads and the event loop delay. `npm run bench -- lists` measures lists, searches and
 * saves in a large chain. `many` measures bulk changes of bookings, `imports` imports of movies, `long` the wait of others during one long change, and `backups` backups.
 * `canonical` measures the migration to the canonical form of text, `servers` one, two and three servers, and `screens` the wait of a user on a slow
 * connection. Words select benches, and the databases and sizes of `requests` (`requests sqlite 5000`).
 */
const usual: Record<string, (words: string[]) => Promise<unknown>> = {
  requests: compareRequests,
  start: compareStarts,
  uploads: measureUploads,
  delay: eventLoopDelay,
}
const benches = {
  ...usual,
  backups: measureBackups,
  imports: measureImports,
  lists: compareChains,
  long: measureLongChanges,
  canonical: measureCanonical,
  many: changeMany,
  screens: openScreens,
  servers: compareServers,
}
const words = argv.slice(2)
const chosen = Object.entries(benches).filter(([name]) => words.includes(name))
const others = words.filter((word) => !(word in benches))
if (chosen.length === 0 && others.length > 0) throw new Error(`Say which bench: ${Object.keys(benches).join(', ')}.`)
for (const [, bench] of chosen.length > 0 ? chosen : Object.entries(usual)) await bench(others)
