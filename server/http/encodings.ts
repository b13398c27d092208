/** The encodings of an answer, the smallest first, with the file name suffix of each. */
export const endings = { br: '.br', gzip: '.gz' }

export type Encoding = keyof typeof endings

const encodings = Object.keys(endings) as Encoding[]

/** Returns the best available encoding that an `Accept-Encoding` header allows; `undefined` means uncompressed. */
export function encodingFor(accepted: string | undefined, isThere: (encoding: Encoding) => boolean): Encoding | undefined {
  if (accepted === undefined) return undefined
  const weights = weightsIn(accepted)
  // A coding with the weight 0 is one that the caller doesn't take (RFC 9110, 12.5.3).
  return encodings.find((each) => isThere(each) && (weights.get(each) ?? weights.get('*') ?? 0) > 0)
}

/** Parsed headers by their text: browsers send only a few different ones. */
const known = new Map<string, Map<string, number>>()

function weightsIn(accepted: string): Map<string, number> {
  const weights = known.get(accepted) ?? new Map(accepted.toLowerCase().split(',').map(weightOf))
  if (known.size < mostKnown && accepted.length < longestKnown) known.set(accepted, weights)
  return weights
}

/** Limits of the cache, because a caller may send any header: as many entries as there are browsers, and as long as their headers. */
const mostKnown = 50
const longestKnown = 100

function weightOf(coding: string): [name: string, weight: number] {
  const [name = '', ...parameters] = coding.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2))]
}
