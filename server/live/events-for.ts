import { judge } from '#contract/access.ts'
import { contract, type ResourceName, resourceNames } from '#contract/all.ts'
import { type Moved, mostTold } from '#contract/live.ts'
import type { Person } from '#contract/session.ts'
import type { ChangeLogEntry } from '#server/change-log/change-log.ts'

/**
 * Returns the events of these lines for a user, one for each collection that the user may list. Changes to `records` come first;
 * other changes are included if the user may read the history.
 */
export function eventsFor(person: Person, records: readonly string[], lines: readonly ChangeLogEntry[]): Moved[] {
  return [...Map.groupBy(lines, ({ resource }) => resource)].flatMap(([resource, its]) => {
    if (!isResource(resource) || !mayCall(person, contract[resource].list)) return []
    const isOwn = ({ recordId }: ChangeLogEntry) => records.includes(`${resource}/${recordId}`)
    const own = its.filter(isOwn)
    const visible = mayCall(person, contract[resource].history) ? [...own, ...its.filter((line) => !isOwn(line))] : []
    return [{ resource, count: its.length, changes: visible.slice(0, mostTold).map(changeIn) }]
  })
}

const changeIn = ({ recordId: _id, version, action, byName: by }: ChangeLogEntry): Moved['changes'][number] => ({
  _id,
  version,
  action,
  by,
})

const mayCall = (person: Person, { access }: { access: Parameters<typeof judge>[0] }) => judge(access, person, false) === 'allowed'

const isResource = (name: string): name is ResourceName => (resourceNames as readonly string[]).includes(name)
