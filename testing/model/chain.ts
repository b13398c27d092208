import type { ResourceName } from '#contract/all.ts'
import type { Version } from '#contract/endpoint.ts'

/** A model of the product: what has to be there, said in the simplest words, with no database and no index. */

export type Fields = Readonly<Record<string, unknown>>

/** What the history has to tell of one version; `by` is a name, `null` for the product itself. */
export type Told = { action: Version<unknown>['action']; by: string | null; fields: Fields }

export type Kept = {
  resource: ResourceName
  id: string
  state: 'live' | 'deleted' | 'erased'
  /** What it shows now. */
  fields: Fields
  /** Its versions, the first one first. */
  history: Told[]
  /** The ids of the branch and of the promo code that a booking holds. */
  branch?: string | undefined
  code?: string | undefined
  /** Which of all deletions it was deleted by, counted from 1. */
  deleted?: number | undefined
  /** Which of the pictures an image was made of. */
  picture?: number | undefined
}

/** Every record that there ever was, by its id. */
export type Chain = Map<string, Kept>

/** Another one that can be changed by itself; fields and versions are never changed in place. */
export const copyOf = (chain: Chain): Chain => new Map([...chain].map(([id, kept]) => [id, { ...kept, history: [...kept.history] }]))

export const all = (chain: Chain, resource: ResourceName, state: Kept['state'] = 'live'): Kept[] =>
  [...chain.values()].filter((kept) => kept.resource === resource && kept.state === state)

/** The next version of a record. */
export function note(kept: Kept, action: Told['action'], by: string | null, changes: Fields = {}): void {
  kept.fields = { ...kept.fields, ...changes }
  kept.history.push({ action, by, fields: kept.fields })
}

/** What the product has to refuse. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
  }
}

/** Refuses what another live record of the resource has. */
export function taken(chain: Chain, kept: Kept, isSame: (other: Fields) => boolean): void {
  if (all(chain, kept.resource).some((other) => other.id !== kept.id && isSame(other.fields))) throw new Refused(409, 'taken')
}
