import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { circlesIn, type Import, importsIn, isIn } from './checks/imports.ts'

/** The layers of the server, from the bottom up. A file imports only from its own layer and lower ones. */
const rooms = [
  'server/errors.ts',
  'server/command-hint.ts',
  'server/images/store-address.ts',
  'server/startup/settings.ts',
  'server/phone',
  'server/db',
  'server/config.ts',
  'server/calendar',
  'server/lists',
  'server/change-log',
  'server/records',
  'server/metrics',
  'server/imports',
  'server/http',
  'server/audit',
  'server/db/migrations',
  'server/drafts',
  'server/views',
  'server/auth',
  'server/images/media.ts',
  'server/dependencies.ts',
  'server/live',
  'server/docs',
  'server/health',
  'server/images',
  'server/promo-codes',
  'server/bookings',
  'server/closures',
  'server/branches',
  'server/movies',
  'server/users',
  'server/backup',
  'server/resources.ts',
  'server/attention',
  'server/suggestions',
  'server/sample-data',
  'server/app.ts',
  'server/jobs',
  'server/startup',
  'server/commands',
  'server/main.ts',
]

/** The functions that a resource offers to other resources, each for a reason. Add a line only for a function that is meant for others. */
const offered = [
  'server/closures/coming.ts', // a branch shows its closures, and a renamed branch is renamed in them
  'server/bookings/upcoming.ts', // a branch shows its upcoming bookings
  'server/bookings/renaming.ts', // a renamed branch renames its upcoming bookings
  'server/images/media.ts', // backups contain the pictures
  'server/images/open-media.ts', // commands open the pictures where the settings say
  'server/promo-codes/branches.ts', // a renamed branch is renamed in the codes that are limited to it
  'server/promo-codes/guessing.ts', // a booking slows down guesses of codes
  'server/promo-codes/reasons.ts', // a booking shows staff why a code was refused
  'server/promo-codes/uses.ts', // a booking redeems a code
]
const resources = ['images', 'promo-codes', 'bookings', 'branches', 'closures', 'movies', 'users'].map((name) => `server/${name}`)

const own = importsIn('server/**/*.{ts,js}').filter(({ from, to }) => isIn('server', to) && !from.includes('.test.'))

test('every file of the server is in a room', () => {
  assert.ok(own.length > 500)
  assert.deepEqual(
    own.map(({ from }) => from).filter((from) => roomOf(from) === -1),
    [],
  )
})

describe('a file of the server', () => {
  holds('imports its own room and those before it', ({ from, to }) => roomOf(to) <= roomOf(from))

  holds('uses another resource only through what that offers', ({ from, to }) => {
    const [mine, theirs] = [resourceOf(from), resourceOf(to)]
    return mine === undefined || theirs === undefined || mine === theirs || offered.includes(to)
  })

  test('is in no circle of imports, not even of types', () => assert.deepEqual(circlesIn(own), []))
})

/** Returns the index of a file's layer; of nested layers the inner one. */
function roomOf(file: string): number {
  const fitting = rooms.filter((room) => isIn(room, file)).sort((one, other) => other.length - one.length)
  return fitting[0] === undefined ? -1 : rooms.indexOf(fitting[0])
}

function resourceOf(file: string): string | undefined {
  return resources.find((resource) => isIn(resource, file))
}

/** Checks a rule on every import, and names the imports that break it. */
function holds(rule: string, isAllowed: (found: Import) => boolean) {
  test(rule, () => {
    const broken = own.filter((found) => !isAllowed(found))
    assert.deepEqual(
      broken.map(({ from, to }) => `${from} imports ${to}`),
      [],
    )
  })
}
