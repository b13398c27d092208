import { picturesOf } from '#web/components/pictures.ts'

/** The values without the pictures whose files are gone for good, and how many these were. What the network can't tell stays. */
export async function withoutLostPictures(values: object): Promise<{ values: object; lost: number }> {
  const named = new Set(picturesOf(values))
  const checked = await Promise.all([...named].map(async (url) => ({ url, isLost: await isGone(url) })))
  const lost = new Set(checked.flatMap(({ url, isLost }) => (isLost ? [url] : [])))
  const kept = Object.entries(values).map(([name, value]) => {
    if (Array.isArray(value)) return [name, value.filter((each) => !lost.has(each))]
    return [name, lost.has(value) ? '' : value]
  })
  return { values: Object.fromEntries(kept), lost: lost.size }
}

/** In milliseconds: the form waits for it. */
const timeLimit = 2_000

/** Not from the browser's own store, where a picture is for a year. */
async function isGone(url: string): Promise<boolean> {
  const answer = await fetch(url, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeLimit) }).catch(() => undefined)
  return answer?.status === 404
}
