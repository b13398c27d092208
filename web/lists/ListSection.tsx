import type { ReactNode } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { Alert } from '#web/components/Alert.tsx'
import { useErrorLog } from '#web/components/error-log.ts'
import { ShowMore } from './ShowMore.tsx'
import type { ShownList } from './use-list.ts'

type ListSectionProps<Item extends { _id: string }> = {
  list: ShownList<Item>
  /** Distinguishes this list from others. */
  address: string
  /** The text of a failure to load. */
  failed: string
  skeleton: ReactNode
  /** Classes for the columns of the placeholders. */
  columns: string
  children: ReactNode
}

/** One of the queries on a list screen: its failure, its placeholders while it loads, its items and its end. */
export function ListSection<Item extends { _id: string }>({ list, address, failed, skeleton, columns, children }: ListSectionProps<Item>) {
  const { query, items, total, retry } = list
  useErrorLog(failed, query.error)
  return (
    <>
      {query.isError && <Alert text={failed} reason={reasonOf(query.error)} onRetry={retry} />}
      {query.isPending && <Skeletons columns={columns}>{skeleton}</Skeletons>}
      {children}
      <ShowMore list={address} query={query} shown={items.length} total={total} />
    </>
  )
}

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function Skeletons({ columns, children }: { columns: string; children: ReactNode }) {
  return (
    <div role="status" className={`grid gap-4 ${columns}`}>
      <span className="sr-only">Loading…</span>
      {places.map((place) => (
        <div key={place} aria-hidden="true">
          {children}
        </div>
      ))}
    </div>
  )
}
