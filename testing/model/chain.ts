import type { ResourceName } from '#contract/all.ts'
import type { Version } from '#contract/endpoint.ts'

/** A model of the product: its expected state in the simplest terms, without database or index. */

export type Fields = Readonly<Record<string, unknown>>

/** The expected history entry of a version; `by` is a username, `null` for the product itself. */
export type Told = { action: Version<unknown>['action']; by: string | null; fields: Fields }

export type Kept = {
  resource: ResourceName
  id: string
  state: 'live' | 'deleted' | 'erased'
  /** The fields that the record shows now. */
  fields: Fields
  /** The versions, oldest first. */
  history: Told[]
  /** The ids of the booking's branch and promo code. */
  branch?: string | undefined
  code?: string | undefined
  /** The number of the deletion that deleted the record, counted from 1. */
  deleted?: number | undefined
  /** The number of the picture in an image. */
  picture?: number | undefined
}

/** All records that ever existed, by id. */
export type Chain = Map<string, Kept>

/** Returns a copy that can be changed independently. Fields and versions are never changed in place. */
export const copyOf = (chain: Chain): Chain => new Map([...chain].map(([id, kept]) => [id, { ...kept, history: [...kept.history] }]))

export const all = (chain: Chain, resource: ResourceName, state: Kept['state'] = 'live'): Kept[] =>
  [...chain.values()].filter((kept) => kept.resource === resource && kept.state === state)

/** Adds the next version of a record. */
export function note(kept: Kept, action: Told['action'], by: string | null, changes: Fields = {}): void {
  kept.fields = { ...kept.fields, ...changes }
  kept.history.push({ action, by, fields: kept.fields })
}

/** The error that the product must return. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
  }
}

/** Throws when another live record of the resource has the same value. */
export function taken(chain: Chain, kept: Kept, isSame: (other: Fields) => boolean): void {
  if (all(chain, kept.resource).some((other) => other.id !== kept.id && isSame(other.fields))) throw new Refused(409, 'taken')
}
