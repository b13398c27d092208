/**
 * Sets of whole numbers in blocks, kept as bytes: few numbers of a block as two bytes each, many as a bit for each that there could be. A
 * third of a million are 125 kB, and what they have in common with another set is found in less than a millisecond.
 */
export const blockSize = 16_384

/** A bit for each number of a block. */
export type Block = Uint32Array<ArrayBuffer>

const bitmapBytes = blockSize / 8

export const emptyBlock = (): Block => new Uint32Array(blockSize / 32)

/** What is kept of a block: nothing of an empty one. */
export function keptOf(block: Block): Uint8Array {
  const count = countIn(block)
  return new Uint8Array(count * 2 < bitmapBytes ? Uint16Array.from(numbersIn(block)).buffer : block.buffer)
}

/** Puts what is kept of a block into `block` as well. */
export function addKept(block: Block, kept: Uint8Array): void {
  // What a database answers may begin anywhere in the memory.
  const { buffer } = new Uint8Array(kept)
  if (buffer.byteLength < bitmapBytes) {
    for (const number of new Uint16Array(buffer)) put(block, number)
    return
  }
  const bits = new Uint32Array(buffer)
  for (let at = 0; at < block.length; at++) block[at] = bitsAt(block, at) | bitsAt(bits, at)
}

/** Leaves in `block` what is in `other` as well. */
export function keepCommon(block: Block, other: Block): void {
  for (let at = 0; at < block.length; at++) block[at] = bitsAt(block, at) & bitsAt(other, at)
}

/** How many numbers are in what is kept of a block. */
export const countKept = (kept: Uint8Array): number =>
  kept.byteLength < bitmapBytes ? kept.byteLength / 2 : countIn(new Uint32Array(new Uint8Array(kept).buffer))

/** The numbers in what is kept of a block that are in `block` as well. */
export function commonIn(block: Block, kept: Uint8Array): number[] {
  const few = fewIn(kept)
  return few ? Array.from(few).filter((number) => has(block, number)) : numbersIn(commonOf(block, kept))
}

/** How many these are. */
export const countCommon = (block: Block, kept: Uint8Array): number =>
  fewIn(kept)?.reduce((count, number) => count + Number(has(block, number)), 0) ?? countIn(commonOf(block, kept))

/** Where each number is kept by itself. */
const fewIn = (kept: Uint8Array) => (kept.byteLength < bitmapBytes ? new Uint16Array(new Uint8Array(kept).buffer) : undefined)

function commonOf(block: Block, kept: Uint8Array): Block {
  const common = new Uint32Array(new Uint8Array(kept).buffer)
  keepCommon(common, block)
  return common
}

export function put(block: Block, number: number): void {
  block[number >>> 5] = bitsAt(block, number >>> 5) | (1 << (number & 31))
}

export function drop(block: Block, number: number): void {
  block[number >>> 5] = bitsAt(block, number >>> 5) & ~(1 << (number & 31))
}

export const has = (block: Block, number: number): boolean => (bitsAt(block, number >>> 5) & (1 << (number & 31))) !== 0

/** https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
export function countIn(block: Block): number {
  let count = 0
  for (let at = 0; at < block.length; at++) {
    const bits = bitsAt(block, at)
    const pairs = bits - ((bits >>> 1) & 0x55555555)
    const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
    count += Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

export function numbersIn(block: Block): number[] {
  const numbers: number[] = []
  for (let at = 0; at < block.length; at++) {
    for (let rest = bitsAt(block, at); rest !== 0; rest &= rest - 1) numbers.push(at * 32 + 31 - Math.clz32(rest & -rest))
  }
  return numbers
}

const bitsAt = (block: Block, at: number) => block[at] ?? 0
