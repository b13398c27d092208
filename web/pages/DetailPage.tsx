import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { addressOf } from '#web/api/address.ts'
import { isMissing } from '#web/api/call.ts'
import { reasonOf } from '#web/api/reason.ts'
import type { Resource, Stored } from '#web/api/resource.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { Alert } from '#web/components/Alert.tsx'
import { useErrorLog } from '#web/components/error-log.ts'
import { Spinner } from '#web/components/Spinner.tsx'
import { useOpened } from '#web/lists/highlighted.ts'
import { wayBack } from '#web/lists/list-state.ts'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { BackLink, PageHead } from '#web/router/PageHead.tsx'
import { useRecordId } from '#web/router/RouterProvider.tsx'

type DetailPageProps<Item extends Stored> = {
  resource: Pick<Resource<Item, never>, 'one' | 'failed'>
  config: ResourceConfig
  /** 'Movie not found' */
  missing: string
  children: (item: Item) => ReactNode
}

/** The screen of one item, whose id is in the path. It may be on its way, missing, or failing to come. */
export function DetailPage<Item extends Stored>({ resource, config, missing, children }: DetailPageProps<Item>) {
  const id = useRecordId()
  useOpened(config.at.list, id)
  const list = wayBack(config)
  const { data: item, error, refetch } = useQuery(resource.one(id))
  useErrorLog(resource.failed.one, error)

  if (item) {
    return (
      <>
        <BackLink {...list} />
        {error && isMissing(error) && <Deleted one={config.one} />}
        {children(item)}
      </>
    )
  }
  if (!error) return <Spinner />
  if (isMissing(error)) {
    return (
      <>
        <PageHead title={missing} subtitle="It may have been deleted, or the address may be wrong." back={list} />
        <ButtonLink to={addressOf(config.at.list, {}, { trash: '1' })}>
          <Trash2 size={16} aria-hidden="true" />
          Open trash
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <BackLink {...list} />
      <Alert text={resource.failed.one} reason={reasonOf(error)} onRetry={() => void refetch()} />
    </>
  )
}

/** The warning that another user has deleted the record while it was open. */
const Deleted = ({ one }: { one: string }) => (
  <div role="alert" className="mb-5 flex items-center gap-3 rounded-control bg-wait-soft px-4 py-3 text-wait forced-colors:border">
    <Trash2 size={18} className="shrink-0" />
    <p>
      <strong className="font-[650]">Another user has deleted this {one}.</strong> You're viewing the last version.
    </p>
  </div>
)
