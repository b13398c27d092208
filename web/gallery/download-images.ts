import type { Image } from '#contract/images.ts'
import { counted } from '#web/components/format-count.ts'
import { offer } from '#web/lists/download.ts'
import { notify, notifyFailure } from '#web/toasts/notices.ts'

/** The most files of one download: browsers have no folder for them, and each stays in memory for a minute. */
const most = 100

/** Downloads the files of images one after the other. */
export async function downloadImages(images: readonly Image[]): Promise<void> {
  if (images.length > most) return void notify({ text: `Select at most ${most} images to download their files.`, failed: true })
  let done = 0
  try {
    for (const image of images) {
      offer(await fileOf(image))
      done += 1
    }
    notify({ text: `${counted(done, 'image')} downloaded.` })
  } catch (error) {
    console.error('Images could not be downloaded', error)
    notifyFailure(`${done} of ${counted(images.length, 'image')} downloaded. The others couldn't be loaded.`, error)
  }
}

/** The largest rendition under the image's own name. */
async function fileOf({ url, name }: Image): Promise<File> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`The server answered ${reply.status}.`)
  return new File([await reply.blob()], fileName(name), { type: 'image/webp' })
}

/** The file name of the rendition, which is WebP whatever was uploaded. */
export const fileName = (name: string): string => name.replace(/(\.\w+)?$/, '.webp')
