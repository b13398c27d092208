import type { Ask } from './ask.ts'
import { type Chain, copyOf, type Fields, type Kept, Refused } from './chain.ts'

/** The expected outcome of one of many changes. */
type Told = { _id: string; version: number } | { _id: string; code: string; current: Fields | null }

/**
 * Applies many changes to the model, in the order of the product: by promo code, then by id. Returns the outcomes in the order sent. A refused change
 * leaves its record and the others alone.
 */
export function changeMany(chain: Chain, asks: readonly Ask[], make: (chain: Chain, ask: Ask) => Kept | undefined): Told[] {
  const told: Told[] = []
  const place = ({ id }: Ask) => `${chain.get(id)?.code ?? ''} ${id}`
  const inTurn = [...asks.entries()].map(([at, ask]) => ({ at, ask, place: place(ask) }))
  inTurn.sort((one, other) => (one.place < other.place ? -1 : one.place > other.place ? 1 : 0))
  for (const { at, ask } of inTurn) told[at] = outcomeOf(chain, ask, make)
  return told
}

function outcomeOf(chain: Chain, ask: Ask, make: (chain: Chain, ask: Ask) => Kept | undefined): Told {
  const { id: _id } = ask
  const before = copyOf(chain)
  try {
    make(chain, ask)
    return { _id, version: chain.get(_id)?.history.length ?? 0 }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    for (const [id, kept] of before) chain.set(id, kept)
    return { _id, code: error.code, current: error.status === 412 ? shown(chain.get(_id)) : null }
  }
}

/** Returns a record as answers show it. */
export const shown = (kept: Kept | undefined) => (kept ? { ...kept.fields, _id: kept.id, version: kept.history.length } : null)
