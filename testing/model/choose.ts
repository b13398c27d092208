import { type ResourceName, resourceNames } from '#contract/all.ts'
import type { Ask, Person } from './ask.ts'
import type { Chain, Fields, Kept } from './chain.ts'
import type { FieldChoice, Step } from './steps.ts'

/** The users who make requests, and the pictures that they upload. */
export type Means = { people: Person[]; pictures: Uint8Array[] }

/** Returns the request of a step in the current state; `undefined` when no record fits. */
export function choose(
  chain: Chain,
  { does, resource, who, which, version, tag, parts, fields }: Step,
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
  if (does === 'create') return { ...asked, body }
  const kept = pick(candidates(chain, resource, does, people), which)
  if (!kept) return undefined
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

/** Returns an edit of some fields: those whose bits are set in `parts`. */
const edited = (now: Fields, body: Fields, parts: number): Fields =>
  inOrder(
    Object.fromEntries(Object.entries(body).map(([name, value], at) => [name, (parts >> at) % 2 === 1 ? value : (now[name] ?? value)])),
  )

/** Returns a body whose promo code doesn't end before it begins. */
const inOrder = (body: Fields): Fields =>
  body.lastDay !== '' && String(body.lastDay) < String(body.firstDay) ? { ...body, firstDay: '' } : body

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

/** The resources that the model covers. */
export const modelled: readonly ResourceName[] = resourceNames.filter((name) => name in bodies)
