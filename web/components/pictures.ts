import { renditions } from '#contract/pictures.ts'

/** The images that a record refers to, in any field. */
export const picturesOf = (record: object): string[] => Object.values(record).flat().filter(isPicture)

const isPicture = (value: unknown): value is string => typeof value === 'string' && renditions(value).length > 0
