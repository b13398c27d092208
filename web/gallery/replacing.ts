import { type Image, images, mostReplaced, type Replaced, type StoredImage } from '#contract/images.ts'
import { timeLimits } from '#contract/time-limits.ts'
import { call, isMissing } from '#web/api/call.ts'
import type { Caller } from '#web/api/caller.ts'
import { recordOwnChange } from '#web/api/live.ts'
import { upload } from '#web/api/upload.ts'
import { useChange } from '#web/api/use-change.ts'
import { formatCount } from '#web/components/format-count.ts'
import { notify, notifyFailure } from '#web/toasts/notices.ts'
import { toastWithUndo } from '#web/toasts/undo.ts'

/** An image and the one that took its place, with the new versions of the records that use it. */
type Outcome = { image: Image; stored: StoredImage; changed: Replaced[] }

const timeout = timeLimits.images.browser

/** Replaces an image by a file in every record that uses it, and shows a notice with Undo. */
export function useReplacement() {
  const replacement = useChange('images', ({ image, file }: { image: Image; file: File }, as) => replace(image, file, as))
  const undo = useChange('images', putBack)

  async function run(image: Image, file: File) {
    const { name } = image
    try {
      const outcome = await replacement.mutateAsync({ image, file })
      if (!outcome) return void notify({ about: { name }, text: 'is this file already. Nothing was changed.' })
      const { length } = outcome.changed
      const text = length === 0 ? 'was replaced.' : `was replaced in ${length === 1 ? '1 place' : `${formatCount(length)} places`}.`
      const go = async () => tellKept(await undo.mutateAsync(outcome))
      toastWithUndo({ about: { name }, text }, [{ name, go, done: 'was put back.', failed: "couldn't be put back." }])
    } catch (error) {
      console.error('An image could not be replaced', error)
      notifyFailure("couldn't be replaced.", error, { about: { name } })
    }
  }

  return { run, isBusy: replacement.isPending }
}

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

/** Undoes a replacement. Returns the number of records that keep the new image, because they were changed meanwhile. */
async function putBack({ image, stored, changed }: Outcome, as: Caller | undefined): Promise<number> {
  const ofImage = { params: { id: image._id } }
  // An earlier try may have restored the image.
  await call(images.restore, ofImage, { timeout, as }).catch((error: Error) => {
    if (!isMissing(error)) throw error
  })
  let done = 0
  for (let start = 0; start < changed.length; start += mostReplaced) {
    const body = { by: image._id, only: changed.slice(start, start + mostReplaced) }
    done += (await call(images.replace, { params: { id: stored._id }, body }, { timeout, as })).changed.length
  }
  const kept = changed.length - done
  if (!stored.wasThere && kept === 0) await call(images.remove, { params: { id: stored._id } }, { timeout, as })
  return kept
}

function tellKept(kept: number) {
  if (kept > 0) notify({ text: `${formatCount(kept)} changed since then and still ${kept === 1 ? 'has' : 'have'} the new image.` })
}
