import { addKept, type Block, blockSize, commonIn, countCommon, drop, emptyBlock, keepCommon, numbersIn } from './bitmaps.ts'

/** A set of places, by the number of each block. */
export type Blocks = Map<number, Block>

export function blocksOf(postings: readonly { number: number | null; places: Uint8Array | null }[]): Blocks {
  const blocks: Blocks = new Map()
  for (const { number, places } of postings) if (number !== null && places) addKept(blockIn(blocks, number), places)
  return blocks
}

/** The one changed to what it has in common with the other. */
export function inCommon(one: Blocks, other: Blocks): Blocks {
  for (const [number, block] of one) keepCommon(block, other.get(number) ?? emptyBlock())
  return one
}

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
export const placesOn = (blocks: Blocks, { number, places }: Posting): number[] =>
  commonIn(blocks.get(number) ?? emptyBlock(), places).map((place) => number * blockSize + place)

/** How many these are. */
export const countOn = (blocks: Blocks, { number, places }: Posting): number => countCommon(blocks.get(number) ?? emptyBlock(), places)

function blockIn(blocks: Blocks, number: number): Block {
  const block = blocks.get(number) ?? emptyBlock()
  blocks.set(number, block)
  return block
}
