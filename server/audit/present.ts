import type { Activity } from '#contract/activity.ts'
import { contract, type ResourceName, resourceNames } from '#contract/all.ts'
import { type Listing, titleField } from '#contract/listing.ts'
import type { Database, Schema } from '#server/db/schema.ts'

type Line = Schema['activity']

/** Returns the lines as users read them: with each record's title at the time, which only the history has, and where the record is now. */
export async function present(db: Database, lines: Line[]): Promise<Activity[]> {
  const titles = await titlesOf(db, lines)
  const states = await statesOf(db, lines)
  const counts = await countsOf(db, lines)
  return lines.map(({ id, at, byId, byName, kind, resource, recordId, details, batch }) => ({
    _id: id,
    at,
    byId,
    byName,
    kind: kind as Activity['kind'],
    resource,
    ...(kind === 'batch'
      ? { recordId: '', title: '', state: '', counts: counts.get(`${batch} ${resource}`) ?? null }
      : {
          recordId,
          title: titles.get(id) ?? titles.get(recordId) ?? '',
          state: recordId === '' ? '' : (states.get(recordId) ?? 'gone'),
          counts: null,
        }),
    address: '',
    browser: '',
    times: 1,
    ...(details !== '' && (JSON.parse(details) as Partial<Activity>)),
  }))
}

type Counts = NonNullable<Activity['counts']>

/** The changes of the lines' batches by action, by batch and resource. */
async function countsOf(db: Database, lines: Line[]): Promise<Map<string, Counts>> {
  const batches = [...new Set(lines.flatMap(({ kind, batch }) => (kind === 'batch' && batch !== null ? [batch] : [])))]
  const rows = await among(batches, (some) =>
    db
      .selectFrom('history')
      .select(['batch', 'resource', 'action', ({ fn }) => fn.countAll<number>().as('n')])
      .where('batch', 'in', some)
      .groupBy(['batch', 'resource', 'action'])
      .execute(),
  )
  const counts = new Map<string, Counts>()
  for (const { batch, resource, action, n } of rows) {
    const key = `${batch} ${resource}`
    const none = { create: 0, update: 0, delete: 0, restore: 0, erase: 0 }
    counts.set(key, { ...(counts.get(key) ?? none), [action]: Number(n) })
  }
  return counts
}

/** By the ids of lines; of users whose record wasn't changed, by theirs. */
async function titlesOf(db: Database, lines: Line[]): Promise<Map<string, string>> {
  const ids = lines.filter(({ version }) => version > 0).map(({ id }) => id)
  const people = lines.filter(({ version, recordId }) => version === 0 && recordId !== '').map(({ recordId }) => recordId)
  const entries = await among(ids, (some) =>
    db.selectFrom('history').select(['id', 'resource', 'record']).where('id', 'in', some).where('record', '<>', '').execute(),
  )
  const users = await among(people, (some) => db.selectFrom('users').select(['id', 'username']).where('id', 'in', some).execute())
  return new Map([
    ...entries.map(({ id, resource, record }) => [id, titleIn(resource as ResourceName, JSON.parse(record))] as const),
    ...users.map(({ id, username }) => [id, username] as const),
  ])
}

function titleIn(resource: ResourceName, record: Record<string, unknown>): string {
  const { listing }: { listing: Listing } = contract[resource].list
  return String(record[titleField(listing)] ?? '')
}

async function statesOf(db: Database, lines: Line[]): Promise<Map<string, 'there' | 'in trash'>> {
  const states = new Map<string, 'there' | 'in trash'>()
  for (const resource of resourceNames) {
    const ids = new Set(lines.filter((line) => line.resource === resource).map(({ recordId }) => recordId))
    const rows = await among([...ids], (some) =>
      db
        .selectFrom(resource as 'movies')
        .select(['id', 'deletedAt'])
        .where('id', 'in', some)
        .execute(),
    )
    for (const { id, deletedAt } of rows) states.set(id, deletedAt === null ? 'there' : 'in trash')
  }
  return states
}

/** Runs `ask` with the ids, unless there are none: PostgreSQL accepts no empty list. */
const among = async <Row>(ids: string[], ask: (ids: string[]) => Promise<Row[]>): Promise<Row[]> => (ids.length === 0 ? [] : ask(ids))
