import { type Image, images, mostReplaced, type Replaced, type StoredImage } from '#contract/images.ts'
import { timeLimits } from '#contract/time-limits.ts'
import { call, isMissing } from '#web/api/call.ts'
import type { Caller } from '#web/api/caller.ts'
import { recordOwnChange } from '#web/api/live.ts'
import { upload } from '#web/api/upload.ts'
import { useChange } from '#web/api/use-change.ts'
import { formatCount } from '#web/components/format-count.ts'
import type { ReplacedImage } from '#web/forms/replaced-image.ts'
import { notify } from '#web/toasts/notices.ts'
import { toastWithUndo } from '#web/toasts/undo.ts'

/** An image and the one that took its place, with the new versions of the records that use it. */
type Outcome = { image: Image; stored: StoredImage; changed: Replaced[] }

const timeout = timeLimits.images.browser

/** Replaces images by files everywhere. `tell` is called after a replacement, and after its Undo. */
export function useReplacement(tell: (replaced: ReplacedImage) => void = () => {}) {
  const replacement = useChange('images', ({ image, file }: { image: Image; file: File }, as) => replace(image, file, as))
  const undo = useChange('images', putBack)

  /** Replaces an image in every record that uses it, and shows a notice with Undo. Rejects with the server's error. */
  async function run(image: Image, file: File) {
    const { name } = image
    const outcome = await replacement.mutateAsync({ image, file })
    if (!outcome) return void notify({ about: { name }, text: 'is this file already. Nothing was changed.' })
    const { changed, stored } = outcome
    tell({ from: image.url, to: stored.url, changed })
    const go = async () => {
      const back = await undo.mutateAsync(outcome)
      tell({ from: stored.url, to: image.url, changed: back })
      tellKept(changed.length - back.length)
    }
    const text = changed.length === 0 ? 'was replaced.' : `was replaced in ${places(changed.length)}.`
    toastWithUndo({ about: { name }, text }, [{ name, go, done: 'was put back.', failed: "couldn't be put back." }])
  }

  return { run, isBusy: replacement.isPending }
}

const places = (count: number) => (count === 1 ? '1 place' : `${formatCount(count)} places`)

/** Uploads the file and replaces the image with it. Returns `undefined` if the file is the same image. */
async function replace(image: Image, file: File, as: Caller | undefined): Promise<Outcome | undefined> {
  const stored = await upload(file, () => {}, as)
  if (stored._id === image._id) return undefined
  const changed: Replaced[] = []
  for (let left = 1; left > 0; ) {
    const body = { by: stored._id, takesOver: !stored.wasThere }
    const step = await call(images.replace, { params: { id: image._id }, body }, { timeout, as })
    changed.push(...step.changed)
    for (const record of step.changed) recordOwnChange(record.resource, record)
    left = step.left
  }
  return { image, stored, changed }
}

/** Undoes a replacement. Returns the new versions of the records; those that were changed meanwhile keep the new image. */
async function putBack({ image, stored, changed }: Outcome, as: Caller | undefined): Promise<Replaced[]> {
  const ofImage = { params: { id: image._id } }
  // An earlier try may have restored the image.
  await call(images.restore, ofImage, { timeout, as }).catch((error: Error) => {
    if (!isMissing(error)) throw error
  })
  const back: Replaced[] = []
  for (let start = 0; start < changed.length; start += mostReplaced) {
    const body = { by: image._id, only: changed.slice(start, start + mostReplaced) }
    back.push(...(await call(images.replace, { params: { id: stored._id }, body }, { timeout, as })).changed)
  }
  for (const record of back) recordOwnChange(record.resource, record)
  if (!stored.wasThere && changed.length === back.length) await call(images.remove, { params: { id: stored._id } }, { timeout, as })
  return back
}

function tellKept(kept: number) {
  if (kept > 0) notify({ text: `${formatCount(kept)} changed since then and still ${kept === 1 ? 'has' : 'have'} the new image.` })
}
