import { argv } from 'node:process'

/** `npm run bench` measures requests; `npm run bench -- lists` how lists, searches and saves hold up in a large chain; `screens` how long a person with a slow phone waits. */
const which = argv[2] ?? 'requests'
const benches: Record<string, () => Promise<unknown>> = {
  requests: () => import('./requests.ts'),
  lists: async () => (await import('./lists.ts')).compareChains(),
  screens: async () => (await import('./screens.ts')).openScreens(),
}
const bench = benches[which]
if (!bench) throw new Error(`There is no bench called ${which}: choose one of ${Object.keys(benches).join(', ')}.`)
await bench()
