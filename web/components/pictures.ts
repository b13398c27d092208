import { renditions } from '#contract/pictures.ts'

/** The pictures that a record names, in whatever fields. */
export const picturesOf = (record: object): string[] => Object.values(record).flat().filter(isPicture)

const isPicture = (value: unknown): value is string => typeof value === 'string' && renditions(value).length > 0
