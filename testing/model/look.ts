import assert from 'node:assert/strict'
import { contract, type ResourceName, resourceNames } from '#contract/all.ts'
import type { Filter, Listing } from '#contract/listing.ts'
import { hostElsewhere } from '#contract/trailers.ts'
import { all, type Chain, type Fields, type Kept } from './chain.ts'
import { usesOf } from './pictures.ts'

type Answer = { status: number; headers: Readonly<Record<string, unknown>>; body: never }
export type Get = (path: string) => Promise<Answer>

type Item = Fields & { _id: string }
type Version = { version: number; action: string; byName: string | null; at: string; record: Fields }

/** Compares everything that the product shows with the model: records, lists and filters, trash and history. */
export async function look(chain: Chain, get: Get): Promise<void> {
  const asked = new Map<string, Promise<Answer>>()
  const once: Get = (path) => asked.get(path) ?? (asked.set(path, get(path)).get(path) as Promise<Answer>)
  for (const resource of resourceNames) {
    const live = await lookAtLists(chain, resource, once)
    for (const kept of chain.values()) if (kept.resource === resource) await lookAtOne(kept, live.get(kept.id), once)
  }
}

const byId = (one: { _id: string }, other: { _id: string }) => (one._id < other._id ? -1 : 1)

function itemOf(chain: Chain, { resource, id, fields, history }: Kept): Fields {
  const uses = resource === 'images' ? usesIn(usesOf(chain, fields.url)) : {}
  return { ...fields, ...uses, _id: id, version: history.length }
}

/** At most the newest 20 uses are named. */
const usesIn = (uses: Item[]) => ({ usedBy: uses.sort(byId).slice(-20), usedByCount: uses.length })

const withoutTimes = ({ createdAt: _, updatedAt: __, deletedAt: ___, ...item }: Fields): Fields =>
  'usedBy' in item ? { ...item, usedBy: [...(item.usedBy as Item[])].sort(byId) } : item

async function lookAtLists(chain: Chain, resource: ResourceName, get: Get): Promise<Map<string, Item>> {
  const { path, listing }: { path: string; listing: Listing } = contract[resource].list
  const ask = async (query: string): Promise<Item[]> => {
    const { status, headers, body } = await get(`${path}?${query}`)
    const items: Item[] = body
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(headers['x-total-count'], String(items.length), `${path}?${query}`)
    return items.sort(byId)
  }
  const [live, deleted] = [all(chain, resource).sort(inOrder), all(chain, resource, 'deleted').sort(inOrder)]
  const items = await ask('')
  assert.deepEqual(
    items.map(withoutTimes),
    live.map((kept) => itemOf(chain, kept)),
    path,
  )
  const trash = await ask('trash=1')
  const inTrash = (kept: Kept) => ({ ...itemOf(chain, kept), deletedBy: kept.history.at(-1)?.by })
  assert.deepEqual(trash.map(withoutTimes), deleted.map(inTrash), `${path}?trash=1`)

  const idsOf = (found: readonly Item[]) => found.map(({ _id }) => _id)
  for (const [name, filter] of Object.entries<Filter>(listing.filters)) {
    for (const value of valuesOf(filter, name, [...live, ...deleted])) {
      for (const [state, kept] of [
        ['', live],
        ['&trash=1', deleted],
      ] as const) {
        const query = `${name}=${encodeURIComponent(value)}${state}`
        const wanted = kept.filter((each) => has(chain, filter, name, each, value)).map(({ id }) => id)
        assert.deepEqual(idsOf(await ask(query)), wanted, `${path}?${query}`)
      }
    }
  }
  const [title] = listing.search
  for (const text of new Set([...live, ...deleted].map(({ fields }) => String(fields[title])))) {
    for (const [state, kept] of [
      ['', live],
      ['&trash=1', deleted],
    ] as const) {
      const query = `q=${encodeURIComponent(text)}${state}`
      const texts = (each: Kept) => listing.search.map((field) => String(each.fields[field])).join(' ')
      const wanted = kept.filter((each) => wordsIn(text).every((word) => wordsIn(texts(each)).some((had) => had.startsWith(word))))
      assert.deepEqual(
        idsOf(await ask(query)),
        wanted.map(({ id }) => id),
        `${path}?${query}`,
      )
    }
  }
  return new Map(items.map((item) => [item._id, item]))
}

const inOrder = (one: Kept, other: Kept) => (one.id < other.id ? -1 : 1)

const wordsIn = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/ł/g, 'l')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

function valuesOf(filter: Filter, name: string, kept: readonly Kept[]): string[] {
  if ('options' in filter) return Object.keys(filter.options)
  return [...new Set(kept.map(({ fields }) => String(fields[name])))].filter(Boolean)
}

function has(chain: Chain, filter: Filter, name: string, { resource, fields }: Kept, value: string): boolean {
  if (filter.kind === 'presence') return (fields[filter.field] !== '') === (value === 'with')
  // All days in these tests are over or to come.
  if (filter.kind === 'visibility') return visibilityOf(resource, fields) === value
  const own: Record<string, () => boolean> = {
    'images described': () => true,
    'images used': () => usesOf(chain, fields.url).length > 0 === (value === 'yes'),
    'promoCodes state': () => stateOf(fields) === value,
    'promoCodes type': () => (fields.campaign === '') === (value === 'single'),
    'bookings branchName': () => currentName(chain, fields.branchName) === currentName(chain, value),
    // All pictures in these tests are small.
    'movies coverSize': () => fields.image !== '',
    'movies trailer': () => hostElsewhere(String(fields.trailerUrl)) !== '',
    'branches pictures': () => (fields.images as string[]).length === 0,
  }
  return own[`${resource} ${name}`]?.() ?? String(fields[name]) === value
}

function visibilityOf(resource: string, fields: Fields): string {
  const day = new Date().toISOString().slice(0, 10)
  const [from, until] = resource === 'news' ? [fields.date, ''] : [fields.showFrom, fields.showUntil]
  if (String(from) > day) return 'scheduled'
  return until !== '' && String(until) < day ? 'hidden' : 'public'
}

/** Returns the name that the only branch which ever had `name` has now; `name` where there is no such live branch. */
function currentName(chain: Chain, name: unknown): unknown {
  const holders = [...all(chain, 'branches'), ...all(chain, 'branches', 'deleted')].filter(({ history }) =>
    history.some(({ fields }) => fields.name === name),
  )
  const [holder, ...others] = holders
  return holder?.state === 'live' && others.length === 0 ? holder.fields.name : name
}

function stateOf({ lastDay, firstDay, mostUses, uses, paused }: Fields): string {
  const day = new Date().toISOString().slice(0, 10)
  if (lastDay !== '' && String(lastDay) < day) return 'expired'
  if (mostUses !== null && Number(uses) >= Number(mostUses)) return 'used up'
  if (paused) return 'paused'
  return String(firstDay) > day ? 'scheduled' : 'active'
}

async function lookAtOne(kept: Kept, listed: Item | undefined, get: Get) {
  const { resource, id, state, history } = kept
  const path = `${contract[resource].list.path}/${id}`
  if ('get' in contract[resource]) {
    const { status, headers, body } = await get(path)
    assert.equal(status, state === 'live' ? 200 : 404, path)
    if (state === 'live') {
      assert.deepEqual(body, listed, path)
      assert.match(String(headers.etag), new RegExp(`^"${history.length}("|-)`), path)
    }
  }
  const { status, body } = await get(`${path}/history`)
  if (state === 'erased') return assert.equal(status, 404, path)
  const versions: Version[] = (body as Version[]).reverse()
  assert.deepEqual(
    versions.map(({ version, action, byName, record }) => ({ version, action, byName, record: withoutTimes(record) })),
    history.map(({ action, by, fields }, at) => {
      const record = { ...fields, ...(resource === 'images' && usesIn([])), _id: id, version: at + 1 }
      return { version: at + 1, action, byName: by, record }
    }),
    path,
  )
  const times = versions.map(({ at }) => at)
  assert.deepEqual(times, times.toSorted(), path)
  assert.deepEqual(
    versions.map(({ record }) => [record.createdAt, record.updatedAt]),
    times.map((at) => [times[0], at]),
    path,
  )
  if (listed) assert.deepEqual([listed.createdAt, listed.updatedAt], [times[0], times.at(-1)], path)
}
