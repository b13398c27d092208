import { createContext } from 'react'
import type { Replaced } from '#contract/images.ts'

/** An image that another one has replaced everywhere, by their addresses, and the new versions of the records that use it. */
export type ReplacedImage = { from: string; to: string; changed: readonly Replaced[] }

/** Tells the form around a field that an image was replaced, in the stored records too. */
export const TellReplaced = createContext<(replaced: ReplacedImage) => void>(() => {})

/** Returns the values with the new image in place of the old one, and those of a record one version on if that is `version`. */
export function withReplaced<Values extends object>(
  values: Values,
  { from, to }: Pick<ReplacedImage, 'from' | 'to'>,
  version?: number,
): Values {
  const other = (value: unknown) => (value === from ? to : value)
  const swapped = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.map(other) : other(value)])
  return { ...Object.fromEntries(swapped), ...(isBefore(values, version) && { version }) }
}

/** Whether these are the values of the version before `version`: what others have changed since is not in them. */
export const isBefore = (values: { version?: unknown }, version: number | undefined): boolean =>
  version !== undefined && values.version === version - 1
