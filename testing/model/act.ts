import type { ResourceName } from '#contract/all.ts'
import type { Ask } from './ask.ts'
import { all, type Chain, type Fields, type Kept, note, Refused } from './chain.ts'
import { requirePictures, withoutErased, withoutGone } from './pictures.ts'
import { rulesOf } from './rules.ts'

/** The expected answer of the product: the status, and the record in the answer, if any. `more`: fields of the answer that no record has. */
export type Outcome = { status: number; kept: Kept | undefined; more?: Fields }

/**
 * Applies a request to the model, and returns the expected answer. Throws `Refused` where the product must refuse; the model must not be used after
 * that. `told` is the product's answer, for values that only the product knows: the id of a new record, the address of a picture.
 */
export function act(chain: Chain, ask: Ask, told: Fields): Outcome {
  const { does, by, resource } = ask
  if ((does === 'erase' || (resource === 'users' && does !== 'upload')) && !by.isSuperUser) throw new Refused(403, 'forbidden')
  switch (does) {
    case 'create':
      return { status: 201, kept: create(chain, ask, told) }
    case 'upload':
      return { status: 201, ...upload(chain, ask, told) }
    case 'update':
      return { status: 200, kept: update(chain, found(chain, ask), ask) }
    case 'set password':
      return { status: 200, kept: setPassword(chain, ask) }
    case 'contact':
      return { status: 200, kept: contact(found(chain, { ...ask, expected: undefined }), ask, told) }
    case 'remove':
      remove(chain, found(chain, ask), by.username)
      return { status: 204, kept: undefined }
    case 'restore':
      return { status: 200, kept: restore(chain, found(chain, ask, 'deleted'), by.username) }
    case 'bring back':
      return { status: 200, kept: bringBack(chain, ask) }
    case 'erase':
      erase(chain, found(chain, ask, 'deleted'))
      return { status: 204, kept: undefined }
  }
}

function found(chain: Chain, { id, expected }: Ask, state: Kept['state'] = 'live'): Kept {
  const kept = chain.get(id)
  // A user who wants to restore a record that is already restored has seen another version of it.
  if (kept?.state !== state && !(state === 'deleted' && kept?.state === 'live')) throw new Refused(404, 'not_found')
  // Calls that were noted since change nothing that the user may not have seen.
  const isNews = kept.history.slice(expected).some(({ action }) => action !== 'contact')
  if (expected !== undefined && isNews) throw new Refused(412, 'stale')
  if (kept.state !== state) throw new Refused(404, 'not_found')
  return kept
}

const added = (chain: Chain, resource: ResourceName, id: unknown): Kept => {
  const kept: Kept = { resource, id: String(id), state: 'live', fields: {}, history: [] }
  chain.set(kept.id, kept)
  return kept
}

function saved(chain: Chain, kept: Kept, { body = {}, resource, by }: Ask): Fields {
  requirePictures(chain, body, kept.fields)
  return rulesOf[resource]?.save?.(chain, kept, body, by.username) ?? body
}

function create(chain: Chain, ask: Ask, told: Fields): Kept {
  const kept = added(chain, ask.resource, told._id)
  note(kept, 'create', ask.by.username, saved(chain, kept, ask))
  return kept
}

function update(chain: Chain, kept: Kept, ask: Ask): Kept {
  const before = { ...kept }
  noteChange(kept, before, ask.by.username, saved(chain, kept, ask))
  return kept
}

/** Adds a version, unless the change leaves the record as it was `before`. */
function noteChange(kept: Kept, before: Kept, by: string, changes: Fields) {
  const stateOf = ({ fields, branch, code }: Kept) => JSON.stringify([fields, branch, code])
  if (stateOf({ ...kept, fields: { ...before.fields, ...changes } }) !== stateOf(before)) note(kept, 'update', by, changes)
}

/** The first user who has called the guest stays noted. */
function contact(kept: Kept, { by, body }: Ask, told: Fields): Kept {
  const isNoted = kept.fields.contactedBy !== null
  if (body?.contacted === isNoted) return kept
  const fields = isNoted ? { contactedAt: null, contactedBy: null } : { contactedAt: told.contactedAt, contactedBy: by.username }
  note(kept, 'contact', by.username, fields)
  return kept
}

function setPassword(chain: Chain, ask: Ask): Kept {
  if (chain.get(ask.id)?.fields.username === ask.by.username) throw new Refused(409, 'own_account')
  const kept = found(chain, ask)
  note(kept, 'update', ask.by.username)
  return kept
}

function remove(chain: Chain, kept: Kept, by: string) {
  rulesOf[kept.resource]?.remove?.(chain, kept, by)
  note(kept, 'delete', by)
  kept.state = 'deleted'
  kept.deleted = Math.max(0, ...[...chain.values()].map(({ deleted = 0 }) => deleted)) + 1
}

function restore(chain: Chain, kept: Kept, by: string): Kept {
  rulesOf[kept.resource]?.restore?.(chain, kept)
  note(kept, 'restore', by, withoutErased(chain, kept.fields))
  kept.state = 'live'
  return kept
}

function bringBack(chain: Chain, ask: Ask): Kept {
  const { by, version = 0 } = ask
  const isDeleted = chain.get(ask.id)?.state === 'deleted'
  const kept = found(chain, ask, isDeleted ? 'deleted' : 'live')
  const then = kept.history[version - 1]
  if (!then) throw new Refused(404, 'not_found')
  const fields = withoutGone(chain, then.fields, withoutErased(chain, kept.fields))
  const before = { ...kept }
  const { save, bringBack = save } = rulesOf[kept.resource] ?? {}
  const changes = bringBack?.(chain, kept, fields, by.username) ?? fields
  if (isDeleted) note(kept, 'restore', by.username, changes)
  else noteChange(kept, before, by.username, changes)
  kept.state = 'live'
  return kept
}

/** Erases a deleted record. */
export function erase(chain: Chain, kept: Kept): void {
  rulesOf[kept.resource]?.erase?.(chain, kept)
  kept.state = 'erased'
}

/** Uploads a picture. The same bytes are the same image, which is restored from the trash under its new name. */
function upload(chain: Chain, { picture, by }: Ask, told: Fields): Pick<Outcome, 'kept' | 'more'> {
  const { number = 0, name = '' } = picture ?? {}
  const isSame = (kept: Kept) => kept.picture === number
  const known = all(chain, 'images').find(isSame)
  if (known) return { kept: known, more: { wasThere: true } }
  const trashed = all(chain, 'images', 'deleted').find(isSame)
  if (trashed) {
    restore(chain, trashed, by.username)
    if (trashed.fields.name !== name) note(trashed, 'update', by.username, { name })
    return { kept: trashed, more: { wasThere: false } }
  }
  const { _id, url, width, height, bytes } = told
  const kept = added(chain, 'images', _id)
  kept.picture = number
  note(kept, 'create', by.username, { name, altText: '', decorative: false, focalX: null, focalY: null, url, width, height, bytes })
  return { kept, more: { wasThere: false } }
}
