/**
 * Sets of whole numbers in blocks, kept as bytes: few numbers of a block as two bytes each, many as a bit for each that there could be. A
 * third of a million are 125 kB, and what they have in common with another set is found in less than a millisecond.
 */
export const blockSize = 16_384

/** A bit for each number of a block. */
export type Block = Uint32Array

const bitmapBytes = blockSize / 8

export const emptyBlock = (): Block => new Uint32Array(blockSize / 32)

/** What is kept of a block: nothing of an empty one. */
export function keptOf(block: Block): Uint8Array {
  const count = countIn(block)
  return new Uint8Array(count * 2 < bitmapBytes ? Uint16Array.from(numbersIn(block)).buffer : block.buffer)
}

/** Puts what is kept of a block into `block` as well. */
export function addKept(block: Block, kept: Uint8Array): void {
  const few = fewIn(kept)
  if (few) {
    for (const number of few) put(block, number)
    return
  }
  const bits = bitsIn(kept)
  for (let at = 0; at < block.length; at++) block[at] = bitsAt(block, at) | bitsAt(bits, at)
}

/** Leaves in `block` what is in what is kept of another one as well. */
export function keepCommon(block: Block, kept: Uint8Array): void {
  const few = fewIn(kept)
  if (few) {
    const common = few.filter((number) => has(block, number))
    block.fill(0)
    for (const number of common) put(block, number)
    return
  }
  const bits = bitsIn(kept)
  for (let at = 0; at < block.length; at++) block[at] = bitsAt(block, at) & bitsAt(bits, at)
}

/** How many numbers are in what is kept of a block. */
export const countKept = (kept: Uint8Array): number => fewIn(kept)?.length ?? countIn(bitsIn(kept))

/** The numbers in what is kept of a block that are in `block` as well. */
export function commonIn(block: Block, kept: Uint8Array): number[] {
  const few = fewIn(kept)
  if (!few) return numbersIn(commonOf(block, kept))
  const numbers: number[] = []
  for (const number of few) if (has(block, number)) numbers.push(number)
  return numbers
}

/** How many these are. */
export const countCommon = (block: Block, kept: Uint8Array): number =>
  fewIn(kept)?.reduce((count, number) => count + Number(has(block, number)), 0) ?? countIn(commonOf(block, kept))

/** The numbers, where each is kept by itself; where that isn't so, their bits. */
const fewIn = (kept: Uint8Array) => (kept.byteLength < bitmapBytes ? new Uint16Array(...memoryOf(kept, 2)) : undefined)
const bitsIn = (kept: Uint8Array) => new Uint32Array(...memoryOf(kept, 4))

/** Where so many bytes make a number: what a database answers may begin anywhere in the memory. */
function memoryOf(kept: Uint8Array, bytes: number): [ArrayBufferLike, number, number] {
  const { buffer, byteOffset, byteLength } = kept.byteOffset % bytes === 0 ? kept : new Uint8Array(kept)
  return [buffer, byteOffset, byteLength / bytes]
}

function commonOf(block: Block, kept: Uint8Array): Block {
  const common = block.slice()
  keepCommon(common, kept)
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

const bitsAt = (bits: Uint32Array, at: number) => bits[at] ?? 0
