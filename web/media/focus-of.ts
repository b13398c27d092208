import type { Image } from '#contract/images.ts'
import type { FocalPoint } from '#contract/pictures.ts'

/** The focal point of an image of the gallery; `undefined` for the centre. */
export const focusOf = ({ focalX: x, focalY: y }: Pick<Image, 'focalX' | 'focalY'>): FocalPoint | undefined =>
  x === null || y === null ? undefined : { x, y }
