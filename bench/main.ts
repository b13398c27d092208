import { argv } from 'node:process'

/** `npm run bench` measures requests; `npm run bench -- lists` how lists, searches and saves hold up in a large chain. */
const which = argv[2] ?? 'requests'
const benches: Record<string, () => Promise<unknown>> = {
  requests: () => import('./requests.ts'),
  lists: async () => (await import('./lists.ts')).compareChains(),
}
const bench = benches[which]
if (!bench) throw new Error(`There is no bench called ${which}: choose one of ${Object.keys(benches).join(', ')}.`)
await bench()
