import { addKept, type Block, blockSize, commonIn, countCommon, drop, emptyBlock, keepCommon, numbersIn } from './bitmaps.ts'

/** A set of places, by the number of each block. */
export type Blocks = Map<number, Block>

export function blocksOf(postings: readonly { number: number | null; places: Uint8Array | null }[]): Blocks {
  const blocks: Blocks = new Map()
  for (const { number, places } of postings) if (number !== null && places) addKept(blockIn(blocks, number), places)
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

const sizeOf = (postings: readonly Posting[]) => postings.reduce((sum, { places }) => sum + places.length, 0)
const nothing = new Uint8Array()

/** The one with what is in the other as well. */
export function together(one: Blocks, other: Blocks): Blocks {
  for (const [number, block] of other) addKept(blockIn(one, number), new Uint8Array(block.buffer))
  return one
}

export function dropPlace(blocks: Blocks, place: number): void {
  const block = blocks.get(Math.floor(place / blockSize))
  if (block) drop(block, place % blockSize)
}

export const placesIn = (blocks: Blocks): number[] =>
  [...blocks].flatMap(([number, block]) => numbersIn(block).map((place) => number * blockSize + place))

/** A set of places in one block, as it is kept. */
export type Posting = { number: number; places: Uint8Array }

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
