import { images } from '#contract/images.ts'
import { patience } from './call.ts'
import { collection } from './resource.ts'

export const imageApi = collection('images', images, { list: 'Failed to load images', remove: 'Failed to delete image' }, patience.images)
