/** How an answer can be compressed, the smallest first, by what stands behind the name of a file that is. */
export const endings = { br: '.br', gzip: '.gz' }

export type Encoding = keyof typeof endings

const encodings = Object.keys(endings) as Encoding[]

/** The best encoding that a caller takes, by its `Accept-Encoding`, of those that there are; `undefined`: as it is. */
export function encodingFor(accepted: string | undefined, isThere: (encoding: Encoding) => boolean): Encoding | undefined {
  if (accepted === undefined) return undefined
  const weights = weightsIn(accepted)
  // A coding with the weight 0 is one that the caller doesn't take (RFC 9110, 12.5.3).
  return encodings.find((each) => isThere(each) && (weights.get(each) ?? weights.get('*') ?? 0) > 0)
}

/** Everybody's browser says one of a few things, over and over. */
const known = new Map<string, Map<string, number>>()

function weightsIn(accepted: string): Map<string, number> {
  const weights = known.get(accepted) ?? new Map(accepted.toLowerCase().split(',').map(weightOf))
  if (known.size < mostKnown && accepted.length < longestKnown) known.set(accepted, weights)
  return weights
}

/** Anybody may send anything: as many as there are browsers, and as long as what they send. */
const mostKnown = 50
const longestKnown = 100

function weightOf(coding: string): [name: string, weight: number] {
  const [name = '', ...parameters] = coding.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2))]
}
