import { ApiError } from '#web/api/call.ts'
import { upload } from '#web/api/upload.ts'
import type { Picture, Uploaded } from '#web/import/state/state.ts'
import { inSteps, type Steps, startSteps } from '#web/lists/steps/steps.ts'
import { mayPass } from '#web/media/uploads.ts'
import type { Job } from './job.ts'

/** So many pictures are sent at a time. */
const atOnce = 3

/** Uploads pictures. A picture that the server refuses is told at its row, and stops nothing. */
export function uploadPictures(job: Job, pictures: readonly Picture[], onAdded: (image: { _id: string; version: number }) => void): Steps {
  const tried = new Set<number>()

  async function send(picture: Picture): Promise<Uploaded> {
    const known = job.state.get().uploaded.get(picture.id)
    if (known) return known
    const isRepeated = tried.has(picture.id)
    tried.add(picture.id)
    const outcome = await uploaded(job, picture, isRepeated)
    job.dispatch({ kind: 'uploaded', picture: picture.id, outcome })
    if ('url' in outcome && outcome.isOurs) onAdded(outcome)
    return outcome
  }

  return startSteps<Picture, Uploaded>({
    total: pictures.length,
    next: inSteps(pictures, atOnce),
    send: (some) => Promise.all(some.map(send)),
    onStep: () => {},
  })
}

async function uploaded({ caller }: Job, { file }: Picture, isRepeated: boolean): Promise<Uploaded> {
  try {
    const { _id, version, url, wasThere, usedByCount } = await upload(file, () => {}, caller)
    // An earlier try, whose answer was lost, may have stored the picture.
    return { _id, version, url, isOurs: !wasThere || (isRepeated && usedByCount === 0) }
  } catch (error) {
    if (error instanceof ApiError && !mayPass(error.status)) return { refused: error.sentence ?? "can't be stored." }
    throw error
  }
}
