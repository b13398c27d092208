import { argv } from 'node:process'
import { measureBackups } from './backups.ts'
import { measureCanonical } from './canonical.ts'
import { eventLoopDelay } from './delay.ts'
import { compareChains } from './lists.ts'
import { measureLongChanges } from './long.ts'
import { changeMany } from './many.ts'
import { compareRequests } from './requests.ts'
import { openScreens } from './screens.ts'
import { compareServers } from './servers.ts'
import { compareStarts } from './start.ts'
import { measureUploads } from './uploads.ts'

/**
 * `npm run bench` measures requests, starts, uploads and the delay of the event loop, `npm run bench -- lists` how lists, searches and saves
 * hold up in a large chain, `many` how long many bookings take to be changed at once, `long` how long others wait for one long change, `backups` how long those take, `canonical` how long stored texts take to get their form, `servers` what one, two and three servers do, and `screens` how long a person on a slow line waits. Words choose: of the benches, and of the requests' databases and sizes (`requests sqlite 5000`).
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
