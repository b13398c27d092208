import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { type Import, importsIn, isIn } from './checks/imports.ts'

/** What every folder of a side may build on. */
const foundations = ['contract', 'server/http', 'server/database', 'server/lists', 'server/metrics', 'server/phone']

/** What one resource offers to another, each for a reason: add a line only for a function that is meant to be used elsewhere. */
const offered = [
  'server/access/failed-sign-ins.ts', // whoever reads the activity finds those of a moment ago
  'server/access/names.ts', // people find what they did under an earlier name
  'server/access/sessions.ts', // a stream ends with the session that opened it
  'server/access/throttle.ts', // guessing promo codes is slowed down like guessing passwords
  'server/backup/archives.ts', // whoever watches wants to know when the last backup was made
  'server/backup/up-to-date.ts', // whoever opens a database of before backs it up first
  'server/bookings/coming.ts', // a branch tells of its coming bookings
  'server/bookings/renaming.ts', // a renamed branch takes its coming bookings along
  'server/images/media.ts', // backups take the pictures along
  'server/images/open-media.ts', // so do the commands, from where the settings say
  'server/promo-codes/branches.ts', // a branch that is renamed is so in the codes that are limited to it
  'server/promo-codes/guessing.ts', // a booking tells whether its code is right
  'server/promo-codes/reasons.ts', // a booking tells staff why its code was refused
  'server/promo-codes/uses.ts', // bookings redeem promo codes
]

const imports = importsIn('{contract,server,web,seed,testing}/**/*.{ts,tsx}')
const isTest = ({ from }: Import) => from.endsWith('.test.ts') || from.startsWith('testing/')

test('the imports that these rules look at are found', () => {
  assert.ok(imports.some(({ from, to }) => from === 'server/main.ts' && to.startsWith('server/')))
  assert.ok(imports.some(({ from, to }) => from.startsWith('web/') && to.startsWith('contract/')))
})

describe('each folder imports only what it may', () => {
  holds('the contract imports Zod and nothing else', ({ from, to }) => !from.startsWith('contract/') || /^(contract\/|zod$|zod\/)/.test(to))

  holds(
    'the two sides meet in the contract alone',
    ({ from, to }) => !(isIn('server', from) && isIn('web', to)) && !(isIn('web', from) && isIn('server', to)),
  )

  holds(
    'the product knows nothing of what plays with it and of what tests it',
    ({ from, to }) => isIn('seed', from) || !(isIn('seed', to) || isIn('testing', to)),
  )

  holds('a resource uses another one only through what that offers', ({ from, to }) => {
    const [mine, theirs] = [folder(from), folder(to)]
    // A file beside the folders puts the resources together: the app, the router.
    return mine === undefined || theirs === undefined || mine === theirs || foundations.includes(theirs) || offered.includes(to)
  })

  holds('the database knows nothing of HTTP, of resources and of what is put together', ({ from, to }) => {
    const below = [
      'contract',
      'server/database',
      'server/phone',
      'server/lists',
      'server/refusals.ts',
      'server/deadline.ts',
      'server/wait-until-answered.ts',
      'server/data-folder.ts',
      'server/wrong-setting.ts',
    ]
    return (
      !(isIn('server/database', from) || isIn('server/lists', from)) ||
      !/^(contract|server|web)\//.test(to) ||
      below.some((place) => isIn(place, to))
    )
  })

  holds('the reading of phone numbers knows the contract alone', ({ from, to }) => {
    const below = ['contract', 'server/phone', 'server/wrong-setting.ts']
    return !isIn('server/phone', from) || !/^(contract|server|web)\//.test(to) || below.some((place) => isIn(place, to))
  })

  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  holds('the server runs on what package.json calls dependencies', ({ from, to }) => {
    if (!isIn('server', from) || /^(contract|server)\//.test(to) || to.startsWith('node:')) return true
    const [scope = '', name = ''] = to.split('/')
    return (to.startsWith('@') ? `${scope}/${name}` : scope) in dependencies
  })
})

/** Checks a rule on every import outside the tests, and names the ones that break it. */
function holds(rule: string, isAllowed: (found: Import) => boolean) {
  test(rule, () => {
    const broken = imports.filter((found) => !isTest(found) && !isAllowed(found))
    assert.deepEqual(
      broken.map(({ from, to }) => `${from} imports ${to}`),
      [],
    )
  })
}

/** `server/movies` for a file in there; `undefined` for packages, the web app (`boundaries-web.test.ts`) and files right under a side. */
function folder(path: string): string | undefined {
  return /^server\/[^/]+(?=\/)/.exec(path)?.[0]
}
