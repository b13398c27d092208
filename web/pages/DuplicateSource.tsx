import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isMissing } from '#web/api/call.ts'
import { reasonOf } from '#web/api/reason.ts'
import type { Resource, Stored } from '#web/api/resource.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Spinner } from '#web/components/Spinner.tsx'
import { useLocation } from '#web/router/RouterProvider.tsx'

type DuplicateSourceProps<Item extends Stored, Input> = {
  /** The item that the address names, `?from=…`; `null` for none. */
  from: string | null
  config: Pick<ResourceConfig, 'one'>
  resource: Pick<Resource<Item, Input>, 'one'>
  /** The values of a new item, and those of them that a duplicate begins with as well. */
  blank: Input
  afresh?: Partial<Input> | undefined
  /** Renders the form with the values `start`; `note` explains a failure to load the source. */
  children: (start: Input, note: ReactNode) => ReactNode
}

/** Which item a new one is to be a duplicate of; `null` for none. */
export const useDuplicateSourceId = (): string | null => new URLSearchParams(useLocation().search).get('from') || null

/** A new item that begins with the values of another one. Nothing is stored before it is saved. */
export function DuplicateSource<Item extends Stored & Input, Input extends object>(props: DuplicateSourceProps<Item, Input>) {
  const { from, config, resource, blank, afresh, children } = props
  const { data: original, error, refetch } = useQuery({ ...resource.one(from ?? ''), enabled: from !== null })
  if (from === null) return children(blank, undefined)
  if (original) return children({ ...valuesOf(original, blank), ...afresh }, undefined)
  if (!error) return <Spinner />
  if (isMissing(error))
    return children(blank, <Alert text={`The ${config.one} you wanted to duplicate no longer exists, so this form is empty.`} />)
  return children(
    blank,
    <Alert text={`The ${config.one} to duplicate couldn't be loaded.`} reason={reasonOf(error)} onRetry={() => void refetch()} />,
  )
}

/** The values of an item for the fields of a form. */
const valuesOf = <Input extends object>(item: Input, blank: Input): Input => {
  const shown = Object.entries(item).filter(([name]) => Object.hasOwn(blank, name))
  return { ...blank, ...Object.fromEntries(shown) }
}
