import { type ResourceName, resourceNames } from '#contract/all.ts'
import type { Ask, Person } from './ask.ts'
import type { Chain, Fields, Kept } from './chain.ts'
import type { ChangeChoice, FieldChoice, Step } from './steps.ts'

/** The users who make requests, and the pictures that they upload. */
export type Means = { people: Person[]; pictures: Uint8Array[] }

/** Returns the request of a step in the current state. When no record fits, one is created; `undefined` when that isn't possible. */
export function choose(
  chain: Chain,
  { does, resource, who, which, version, tag, parts, fields, many }: Step,
  { people, pictures }: Means,
): Ask | undefined {
  const [first] = people
  // Most requests come from users with permission.
  const isForSuperUsers = does === 'erase' || resource === 'users'
  const by = (isForSuperUsers && who !== 1 ? first : people[who % people.length]) as Person
  const asked = { does, resource, by, id: '' }
  if (does === 'upload') {
    const number = fields.picture % pictures.length
    return { ...asked, picture: { number, bytes: pictures[number] as Uint8Array, name: `${fields.text}.png` } }
  }
  const body = bodies[resource]?.(chain, fields) ?? {}
  const creation = resource === 'images' ? undefined : { ...asked, does: 'create' as const, body }
  if (does === 'create') return creation
  if (does === 'change many') {
    const sets = setsOf[resource]?.(chain, fields)
    const changes = many.flatMap((one) => changeOf(chain, asked, one, sets, people) ?? [])
    return changes.length > 0 ? { ...asked, changes } : creation
  }
  const kept = pick(candidates(chain, resource, does, people), which)
  if (!kept) return creation
  const now = kept.history.length
  const expected = { none: undefined, current: now, old: now - 1 }[tag]
  return {
    ...asked,
    id: kept.id,
    ...(does !== 'erase' && { expected }),
    ...(does === 'bring back' && { version: 1 + (version % (now + 1)) }),
    ...(does === 'update' && { body: edited(kept.fields, body, parts) }),
    ...(does === 'contact' && { body: { contacted: fields.flag } }),
    ...(does === 'set password' && { body: { password: 'a-long-enough-password' } }),
  }
}

/** Returns one of many changes of a resource's records; `undefined` when no record fits. A resource without `sets` is deleted in their place. */
function changeOf(chain: Chain, asked: Ask, choice: ChangeChoice, sets: Fields | undefined, people: Person[]): Ask | undefined {
  const does = choice.does === 'set' && !sets ? 'remove' : choice.does
  const kept = pick(candidates(chain, asked.resource, does, people), choice.which)
  if (!kept) return undefined
  const now = kept.history.length
  const expected = choice.tag === 'old' ? now - 1 : now
  return { ...asked, does, id: kept.id, expected, body: sets, version: 1 + (choice.version % (now + 1)) }
}

/** Returns an edit of some fields: those whose bits are set in `parts`. */
const edited = (now: Fields, body: Fields, parts: number): Fields =>
  inOrder(
    Object.fromEntries(Object.entries(body).map(([name, value], at) => [name, (parts >> at) % 2 === 1 ? value : (now[name] ?? value)])),
  )

/** Returns a body that the contract takes: a promo code or closure doesn't end before it begins, and a closure of no branch is one of all. */
function inOrder(body: Fields): Fields {
  const isClosure = 'reason' in body
  const isReversed = body.lastDay !== '' && String(body.lastDay) < String(body.firstDay)
  return {
    ...body,
    ...(isReversed && { firstDay: isClosure ? body.lastDay : '' }),
    ...(isClosure && body.branchName === '' && { everywhere: true }),
  }
}

/** Returns the candidates, latest first, so that small numbers select recent records. Some can't accept the action. */
function candidates(chain: Chain, resource: ResourceName, does: Ask['does'], people: Person[]): Kept[] {
  const wanted = does === 'restore' || does === 'erase' ? 'deleted' : 'live'
  const isActing = ({ fields }: Kept) => people.some(({ username, isSuperUser }) => !isSuperUser && username === fields.username)
  const possible = [...chain.values()].filter((kept) => kept.resource === resource && !isActing(kept)).reverse()
  const fit = possible.filter(({ state }) => state === wanted || (does === 'bring back' && state === 'deleted'))
  return [...fit.slice(0, 5), ...possible.filter((kept) => !fit.includes(kept)).slice(0, 1), ...fit.slice(5)]
}

const pick = <Value>(values: readonly Value[], at: number): Value | undefined => values[at % values.length]

/** Returns the address of one of the pictures that ever existed, or ''. */
const pictureIn = (chain: Chain, at: number): string => {
  const urls = [...chain.values()].filter(({ resource }) => resource === 'images').map(({ fields }) => String(fields.url))
  return pick(['', ...new Set(urls)], at) ?? ''
}

/** Returns one of the most recent records, or one that is gone. */
function oneOf(chain: Chain, resource: ResourceName, at: number): Kept | undefined {
  const known = [...chain.values()].filter((kept) => kept.resource === resource && kept.state === 'live').reverse()
  const other = [...chain.values()].findLast((kept) => kept.resource === resource && kept.state !== 'live')
  return pick([...known.slice(0, 4), ...(other ? [other] : [])], at)
}

const textOf = (chain: Chain, resource: ResourceName, field: string, at: number): string | undefined => {
  const kept = oneOf(chain, resource, at)
  return kept && String(kept.fields[field])
}

const address = 'https://example.org/x'

const showDaysOf = ({ firstDay, lastDay, day }: Pick<FieldChoice, 'firstDay' | 'lastDay' | 'day'>): Fields => ({
  showFrom: firstDay && day,
  showUntil: lastDay && '2199-12-31',
})

/** Well-formed bodies; the model decides whether they are accepted. Resources without an entry here are left out of random work. */
const bodies: Partial<Record<ResourceName, (chain: Chain, chosen: FieldChoice) => Fields>> = {
  movies: (chain, { text, more, picture, ...days }) => ({
    title: text,
    genre: more.slice(0, 3),
    image: pictureIn(chain, picture),
    description: more,
    trailerUrl: address,
    ...showDaysOf(days),
  }),
  branches: (chain, { text, more, pictures, flag }) => ({
    name: text,
    address: more.slice(0, 3),
    googleMapsUrl: address,
    images: pictures.map((at) => pictureIn(chain, at)).filter(Boolean),
    ...(flag && { renameBookings: true }),
  }),
  news: (chain, { text, more, picture, pictures, day }) => ({
    title: text,
    image: pictureIn(chain, picture),
    date: day,
    description: more,
    gallery: pictures.map((at) => pictureIn(chain, at)).filter(Boolean),
  }),
  menus: (chain, { text, more, picture, ...days }) => ({
    name: text,
    image: pictureIn(chain, picture),
    description: more,
    ...showDaysOf(days),
  }),
  bookings: (chain, { text, more, branch, day, time, status, code, percentage, flag }) => ({
    branchName: textOf(chain, 'branches', 'name', branch) ?? 'Nowhere',
    date: day,
    time,
    fullName: text,
    phoneNumber: `+43 660 ${percentage}${status}77`,
    status,
    promoCode: code % 3 === 0 ? '' : (textOf(chain, 'promoCodes', 'code', code) ?? ''),
    discountPercentage: 99,
    // A caller may not know of notes.
    ...(flag && { note: more }),
  }),
  closures: (chain, { text, branch, day, time, status, lastDay, flag }) =>
    inOrder({
      branchName: textOf(chain, 'branches', 'name', branch) ?? 'Nowhere',
      everywhere: flag && status === 0,
      firstDay: day,
      lastDay: lastDay === '' ? '2199-12-31' : lastDay === '2020-01-01' ? lastDay : '2199-12-30',
      fromTime: status === 1 ? '20:00' : '',
      untilTime: time === '20:15' ? '21:00' : '',
      reason: text,
    }),
  promoCodes: (chain, { code, percentage, mostUses, firstDay, lastDay, flag, status, weekdays, limits }) =>
    inOrder({
      code: ['ALPHA', 'BETA', 'GAMMA'][code % 3] ?? 'OMEGA',
      percentage,
      firstDay,
      lastDay,
      mostUses,
      paused: flag && status === 0,
      weekdays,
      branches: [...new Set(limits.flatMap((at) => oneOf(chain, 'branches', at)?.id ?? []))],
    }),
  images: () => ({}),
  users: (_chain, { text, flag }) => ({ username: text, password: 'a-long-enough-password', isSuperUser: flag }),
}

/** The fields that one call sets in many records. Alt texts of images are left out of random work. */
const setsOf: Partial<Record<ResourceName, (chain: Chain, chosen: FieldChoice) => Fields>> = {
  movies: (_chain, { more }) => ({ genre: more.slice(0, 3) }),
  news: (_chain, { day }) => ({ date: day }),
  promoCodes: (_chain, { flag }) => ({ paused: flag }),
  bookings: (chain, { status, branch, flag }) => {
    const closure = flag ? oneOf(chain, 'closures', branch)?.id : undefined
    return { status, ...(closure !== undefined && { closure }) }
  },
}

/** The resources that the model covers. */
export const modelled: readonly ResourceName[] = resourceNames.filter((name) => name in bodies)
