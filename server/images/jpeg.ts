const endMark = Buffer.from([0xff, 0xd9])

/**
 * Returns a JPEG that lacks its end mark with one added. Returns `undefined` if the mark exists, or if scans are missing. Only the
 * decoder knows whether the last scan is complete: it warns if the completed file lacks data.
 */
export function completedJpeg(bytes: Buffer): Buffer | undefined {
  return hasAllScansButNoEnd(bytes) ? Buffer.concat([bytes, endMark]) : undefined
}

/** Walks over the markers (ITU T.81, annex B). */
function hasAllScansButNoEnd(bytes: Buffer): boolean {
  /** For each component and coefficient how many low bits are still missing. */
  const missing = new Map<number, Uint8Array>()
  for (let at = 2; ; ) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return missing.size > 0 && [...missing.values()].every((bits) => bits.every((each) => each === 0))
    const marker = bytes[++at] ?? 0
    if (marker === 0xd9) return false
    // Stuffed bytes, fill bytes and restart marks have no length.
    if (marker === 0xff || marker === 0 || (marker >= 0xd0 && marker <= 0xd8)) continue
    const length = at + 2 < bytes.length ? bytes.readUInt16BE(at + 1) : 0
    const segment = bytes.subarray(at + 3, at + 1 + length)
    if (length < 2 || segment.length < length - 2) return false
    if (marker >= 0xc0 && marker <= 0xc2)
      for (let c = 6; c < segment.length; c += 3) missing.set(segment[c] ?? 0, new Uint8Array(64).fill(99))
    if (marker === 0xda) noteScan(segment, missing)
    at += 1 + length
  }
}

/** The head of a scan: its components, its first and last coefficient, and the lowest bit that it brings. */
function noteScan(segment: Buffer, missing: Map<number, Uint8Array>) {
  const count = segment[0] ?? 0
  const [first = 0, last = 0, bits = 0] = segment.subarray(1 + 2 * count)
  for (let n = 0; n < count; n++) missing.get(segment[1 + 2 * n] ?? 0)?.fill(bits & 15, first, last + 1)
}
