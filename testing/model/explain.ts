import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { act, type Outcome } from './act.ts'
import type { Ask, Reply } from './ask.ts'
import { type Chain, copyOf, Refused } from './chain.ts'
import { shown } from './many.ts'

export type Exchange = { ask: Ask; reply: Reply }

/**
 * Returns the possible states of the product after concurrent requests: one for each order that explains all answers. Throws the reason when no order
 * does.
 */
export function explanations(chains: readonly Chain[], exchanges: readonly Exchange[]): Chain[] {
  let why: unknown
  const explained = chains.flatMap((chain) =>
    ordersOf(exchanges).flatMap((order) => {
      try {
        return order.reduce(after, chain)
      } catch (error) {
        why = error
        return []
      }
    }),
  )
  if (explained.length === 0) throw why
  return explained.filter((chain, at) => explained.findIndex((other) => isDeepStrictEqual(other, chain)) === at)
}

function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((first) => ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]))
}

function after(chain: Chain, { ask, reply }: Exchange): Chain {
  const next = copyOf(chain)
  const told = Array.isArray(reply.body) ? reply.body[0] : reply.body
  const outcome = foretold(() => act(next, ask, told))
  const what = `${ask.does} of ${ask.resource} ${ask.id}: ${JSON.stringify(reply)}`
  assert.equal(reply.status, outcome.status, what)
  if (outcome instanceof Refused) {
    assert.equal(told.code, outcome.code, what)
    if (outcome.status === 412) assert.deepEqual(shownIn(told.current as Reply['body']), shown(chain.get(ask.id)), what)
    return chain
  }
  if (outcome.changes) assert.deepEqual((reply.body as unknown as Told[]).map(outcomeOf), outcome.changes, what)
  if (outcome.kept) assert.deepEqual(shownIn(told), { ...shown(outcome.kept), ...outcome.more }, what)
  return next
}

function foretold(work: () => Outcome): Outcome | Refused {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

/** Returns an item without its times and without the uses of an image, which are updated after the change. */
const shownIn = ({ createdAt: _, updatedAt: __, usedBy: ___, usedByCount: ____, ...item }: Reply['body']) => item

type Told = { _id: string; version?: number; code?: string; current?: Reply['body'] | null }
/** Returns the outcome of one of many changes without its sentence. */
const outcomeOf = ({ _id, version, code, current = null }: Told) =>
  code === undefined ? { _id, version } : { _id, code, current: current && shownIn(current) }
