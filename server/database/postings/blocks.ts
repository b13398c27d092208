import {
  addKept,
  type Block,
  blockSize,
  commonIn,
  countCommon,
  drop,
  emptyBlock,
  type Kept,
  keepCommon,
  keptOf,
  numbersIn,
  put,
} from './bitmaps.ts'

/** A set of places, by the number of each block. */
export type Blocks = Map<number, Block>

export function blocksOf(postings: readonly Posting[]): Blocks {
  const blocks: Blocks = new Map()
  for (const { number, places } of postings) addKept(blockIn(blocks, number), places)
  return blocks
}

/** What is in each of these sets, of which there is one at least. */
export function inCommon(sets: readonly (readonly Posting[])[]): Blocks {
  // What there are few of is met soonest.
  const [least = [], ...others] = sets.toSorted((one, other) => one.length - other.length || sizeOf(one) - sizeOf(other))
  const blocks = blocksOf(least)
  for (const postings of others) {
    const places = new Map(postings.map(({ number, places }) => [number, places]))
    for (const [number, block] of blocks) keepCommon(block, places.get(number) ?? nothing)
  }
  return blocks
}

const sizeOf = (postings: readonly Posting[]) => postings.reduce((sum, { places }) => sum + places.byteLength, 0)
const nothing = new Uint16Array()

/** The one with what is in the other as well. */
export function together(one: Blocks, other: Blocks): Blocks {
  for (const [number, block] of other) addKept(blockIn(one, number), block)
  return one
}

/** The same without these places. */
export function withoutPlaces(blocks: Blocks, places: readonly number[]): Blocks {
  const left = new Map(blocks)
  for (const [number, those] of byBlock(places)) {
    const block = left.get(number)?.slice()
    if (!block) continue
    for (const place of those) drop(block, place % blockSize)
    left.set(number, block)
  }
  return left
}

/** The same without what is in the other. */
export function withoutBlocks(blocks: Blocks, other: Blocks): Blocks {
  return new Map(
    [...blocks].map(([number, block]) => {
      const gone = other.get(number)
      return [number, gone ? block.map((bits, at) => bits & ~(gone[at] ?? 0)) : block]
    }),
  )
}

export const placesIn = (blocks: Blocks): number[] =>
  [...blocks].flatMap(([number, block]) => numbersIn(block).map((place) => number * blockSize + place))

/** A set of places in one block. */
export type Posting = { number: number; places: Kept }

/** These places as postings of one term. */
export const postingsAt = (places: readonly number[]): Posting[] =>
  [...byBlock(places)].map(([number, those]) => {
    const block = emptyBlock()
    for (const place of those) put(block, place % blockSize)
    return { number, places: keptOf(block) }
  })

const byBlock = (places: readonly number[]) => Map.groupBy(places, (place) => Math.floor(place / blockSize))

/** The places of a posting that are in the set as well. */
export function placesOn(blocks: Blocks, { number, places }: Posting): number[] {
  const block = blocks.get(number)
  return block ? commonIn(block, places).map((place) => number * blockSize + place) : []
}

/** How many these are. */
export function countOn(blocks: Blocks, { number, places }: Posting): number {
  const block = blocks.get(number)
  return block ? countCommon(block, places) : 0
}

function blockIn(blocks: Blocks, number: number): Block {
  const block = blocks.get(number) ?? emptyBlock()
  blocks.set(number, block)
  return block
}
