import { contract, type ResourceName } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { multipartBody } from '#testing/pictures.ts'
import type { Fields } from './chain.ts'

export type Person = { username: string; isSuperUser: boolean; token: string }

export type Deed =
  | 'create'
  | 'update'
  | 'set'
  | 'change many'
  | 'remove'
  | 'restore'
  | 'bring back'
  | 'erase'
  | 'set password'
  | 'contact'
  | 'upload'

/** A request of one user to the product. */
export type Ask = {
  does: Deed
  resource: ResourceName
  by: Person
  /** The id of an existing record. */
  id: string
  body?: Fields | undefined
  /** The version to restore. */
  version?: number | undefined
  /** The version that `If-Match` names. */
  expected?: number | undefined
  /** The changes of many records in one call. */
  changes?: Ask[] | undefined
  /** The picture to upload: its number, its bytes, its name. */
  picture?: { number: number; bytes: Uint8Array; name: string } | undefined
}

export type Reply = { status: number; body: Fields }

type Request = { method: Endpoint['method']; path: string; body: unknown; headers: Record<string, string> }

export async function requestOf({ does, resource, by, id, body, version, expected, changes = [], picture }: Ask): Promise<Request> {
  const { path } = contract[resource].list
  const one = `${path}/${id}`
  const headers = { authorization: `Bearer ${by.token}`, ...(expected !== undefined && { 'if-match': `"${expected}"` }) }
  switch (does) {
    case 'create':
      return { method: 'POST', path, body, headers }
    case 'update':
      return { method: 'PUT', path: one, body, headers }
    case 'set':
    case 'change many':
      return { method: 'POST', path: `${path}/changes`, body: { changes: changes.map(changeOf) }, headers }
    case 'remove':
      return { method: 'DELETE', path: one, body: undefined, headers }
    case 'restore':
      return { method: 'POST', path: `${one}/restoration`, body: undefined, headers }
    case 'bring back':
      return { method: 'POST', path: `${one}/restoration`, body: { version }, headers }
    case 'erase':
      return { method: 'POST', path: `${one}/erasure`, body: undefined, headers }
    case 'set password':
      return { method: 'PUT', path: `${one}/password`, body, headers }
    case 'contact':
      return { method: 'PUT', path: `${one}/contacted`, body, headers }
    case 'upload': {
      const sent = await multipartBody(picture ? [picture] : [])
      return { method: 'POST', path: '/api/upload', body: sent.body, headers: { ...headers, 'content-type': sent.type } }
    }
  }
}

/** Returns the change of a record as one of many. */
function changeOf({ does, id, expected, version, body = {} }: Ask): Fields {
  const ways: Partial<Record<Deed, Fields>> = {
    remove: { deleted: true },
    restore: { deleted: false },
    erase: { erased: true },
    'bring back': { restore: version },
    set: body,
  }
  return { _id: id, version: expected, ...ways[does] }
}
