/**
 * Sets of whole numbers in blocks: few numbers of a block are kept as two bytes each, many as a bit for each that there could be. A third of a
 * million are 125 kB, and what they have in common with another set is found in less than a millisecond.
 */
export const blockSize = 16_384

/** A bit for each number of a block. */
export type Block = Uint32Array

/** What is kept of a block: its numbers, where they are few, or else all of it. */
export type Kept = Uint16Array | Block

export const blockBytes = blockSize / 8

export const emptyBlock = (): Block => new Uint32Array(blockSize / 32)

/** Nothing of an empty one. */
export const keptOf = (block: Block): Kept => (countIn(block) * 2 < blockBytes ? Uint16Array.from(numbersIn(block)) : block)

/** As a database keeps it. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Kept): Uint8Array => new Uint8Array(buffer, byteOffset, byteLength)

/** As a database hands it over, in memory of its own: there it lies anywhere in a larger piece. */
export function keptFrom(bytes: Uint8Array): Kept {
  const { buffer } = new Uint8Array(bytes)
  return bytes.byteLength < blockBytes ? new Uint16Array(buffer) : new Uint32Array(buffer)
}

/** Puts what is kept of a block into `block` as well. */
export function addKept(block: Block, kept: Kept): void {
  if (kept instanceof Uint16Array) for (const number of kept) put(block, number)
  else for (let at = 0; at < block.length; at++) block[at] = bitsAt(block, at) | bitsAt(kept, at)
}

/** Leaves in `block` what is in what is kept of another one as well. */
export function keepCommon(block: Block, kept: Kept): void {
  if (kept instanceof Uint16Array) {
    const common = kept.filter((number) => has(block, number))
    block.fill(0)
    for (const number of common) put(block, number)
  } else for (let at = 0; at < block.length; at++) block[at] = bitsAt(block, at) & bitsAt(kept, at)
}

/** How many numbers are in what is kept of a block. */
export const countKept = (kept: Kept): number => (kept instanceof Uint16Array ? kept.length : countIn(kept))

/** The numbers in what is kept of a block that are in `block` as well. */
export function commonIn(block: Block, kept: Kept): number[] {
  if (!(kept instanceof Uint16Array)) return numbersIn(commonOf(block, kept))
  const numbers: number[] = []
  for (const number of kept) if (has(block, number)) numbers.push(number)
  return numbers
}

/** How many these are. */
export function countCommon(block: Block, kept: Kept): number {
  if (!(kept instanceof Uint16Array)) return countIn(commonOf(block, kept))
  let count = 0
  for (const number of kept) if (has(block, number)) count++
  return count
}

function commonOf(block: Block, kept: Block): Block {
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
