import { images } from '#contract/images.ts'
import { timeLimits } from '#contract/time-limits.ts'
import { collection } from './resource.ts'

export const imageApi = collection(
  'images',
  images,
  { list: 'Failed to load images', remove: 'Failed to delete image' },
  { timeout: timeLimits.images.browser },
)
