import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Version } from '#contract/endpoint.ts'
import { reasonOf } from '#web/api/reason.ts'
import type { Stored } from '#web/api/resource.ts'
import { Ago } from '#web/components/Ago.tsx'
import { Alert } from '#web/components/Alert.tsx'
import { Badge } from '#web/components/Badge.tsx'
import { Button } from '#web/components/Button.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { Spinner } from '#web/components/Spinner.tsx'
import { beside, Change } from '#web/forms/conflicts/Change.tsx'
import { changesBetween } from '#web/forms/conflicts/changes.ts'
import { useBringingBack } from './bringing-back.ts'
import type { HistoryProps } from './HistoryButton.tsx'

/** The panel fills the side of the window, from top to bottom. */
const sheet = 'my-0 mr-0 ml-auto h-dvh max-h-dvh w-[min(880px,100vw)] !rounded-none'

/** The versions of a record, the latest first: who changed which fields when, with a button to restore each version. */
export function HistoryPanel({ resource, id, title, subject = title, onClose }: HistoryProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(resource.history(id))
  const versions = data?.pages.flat() ?? []
  const [latest] = versions
  const bringing = useBringingBack(resource, subject)
  return (
    <Dialog title={`History of ${title}`} onClose={onClose} width={sheet}>
      <div className="flex max-h-[calc(100dvh-57px)] flex-col">
        {/* In a row of its own, so that it stays visible at an old version. */}
        <div className="shrink-0 px-5 *:mt-4 *:mb-0">
          {bringing.error && (
            <Alert
              text="The version couldn't be restored. Nothing was changed."
              reason={reasonOf(bringing.error)}
              onDismiss={bringing.reset}
            />
          )}
          {bringing.told && (
            <p role="status" className="rounded-control bg-good-soft px-3 py-2.5 text-good">
              {bringing.told}
            </p>
          )}
        </div>
        <div className="min-h-0 overflow-y-auto p-5">
          {error && <Alert text="The history couldn't be loaded." reason={reasonOf(error)} onRetry={() => void refetch()} />}
          {!data && !error && <Spinner />}
          <ol className="grid gap-6">
            {versions.map((version, at) => (
              <li key={version.version} className="border-line border-b pb-6 last:border-0">
                <VersionHead version={version} isLatest={version === latest}>
                  {resource.bringsBack && latest && version !== latest && version.action !== 'delete' && (
                    <Button aria-disabled={bringing.isBusy} onClick={() => void bringing.bring(latest, version)}>
                      Restore this version
                    </Button>
                  )}
                </VersionHead>
                <Changes version={version} before={versions[at + 1]} resource={resource} />
              </li>
            ))}
          </ol>
          {hasNextPage && (
            <Button className="mt-2" aria-disabled={isFetchingNextPage} onClick={() => !isFetchingNextPage && void fetchNextPage()}>
              Show earlier versions
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

type ChangesProps = { version: Version<Stored>; before: Version<Stored> | undefined; resource: HistoryProps['resource'] }

/** The first version has no predecessor, and the predecessor of the last loaded one is not loaded. */
function Changes({ version: { action, record }, before, resource }: ChangesProps) {
  const changes = before ? changesBetween(before.record, record) : []
  if (before && action === 'update' && changes.length === 0) return <p className="mt-2 text-ink-2">{resource.unseenChange}</p>
  if (changes.length === 0) return null
  return (
    <>
      <div aria-hidden="true" className={`mt-3 text-ink-3 text-tiny max-sm:hidden ${beside}`}>
        <p>Before</p>
        <p>After</p>
      </div>
      <dl className="mt-1 grid gap-3">
        {changes.map((change) => (
          <Change key={change.name} change={change} listing={resource.listing} />
        ))}
      </dl>
    </>
  )
}

const done = { create: 'Added', update: 'Changed', role: 'Role changed', contact: 'Call noted', delete: 'Deleted', restore: 'Restored' }

type VersionHeadProps = {
  version: Version<unknown>
  isLatest: boolean
  children: ReactNode
}

/** 'Changed by anna, 3 minutes ago' */
function VersionHead({ version: { version, action, byName, at }, isLatest, children }: VersionHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="flex flex-wrap items-center gap-2 text-card">
          <span>
            {done[action]} by <bdi>{byName ?? 'MovieBox'}</bdi>
          </span>
          {isLatest && <Badge tone="calm">Current</Badge>}
        </h3>
        <p className="text-ink-2 text-small tabular-nums">
          Version {version}, <Ago at={at} />
        </p>
      </div>
      {children}
    </div>
  )
}
