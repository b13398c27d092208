import { type Image, type ImageInput, images } from '#contract/images.ts'
import { timeLimits } from '#contract/time-limits.ts'
import { call } from '#web/api/call.ts'
import { updateLists } from '#web/api/lists.ts'
import { useChange } from '#web/api/use-change.ts'
import { toastWithUndo } from '#web/toasts/undo.ts'
import { aliasVersion, resolveVersion } from '#web/toasts/version-aliases.ts'

type Change = { input: ImageInput; base: Pick<Image, '_id' | 'version'> }

/** Saves the name, the alt text and the focal point of an image, and shows a notice with Undo. Rejects with the server's error. */
export function useSaveImage() {
  const { mutateAsync } = useChange(
    'images',
    ({ input, base: { _id, version } }: Change, as) =>
      call(images.update, { params: { id: _id }, body: input }, { version, timeout: timeLimits.images.browser, as }),
    (client, saved) => updateLists<Image>(client, 'images', (items) => items.map((item) => (item._id === saved._id ? saved : item))),
  )
  return async (before: Image, input: ImageInput) => {
    const { name } = input
    const now = await mutateAsync({ input, base: before })
    const go = async () => aliasVersion(before, await mutateAsync({ input: inputOf(before), base: resolveVersion(now) }))
    toastWithUndo({ about: { name }, text: 'was saved.' }, [{ name, go, done: 'was reverted.', failed: "couldn't be reverted." }])
  }
}

export const inputOf = ({ name, altText, decorative, focalX, focalY }: Image): ImageInput => ({
  name,
  altText,
  decorative,
  focalX,
  focalY,
})
