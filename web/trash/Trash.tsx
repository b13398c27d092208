import { type ReactNode, useRef, useState } from 'react'
import { usePerson } from '#web/api/person.ts'
import { reasonOf } from '#web/api/reason.ts'
import type { Collection, Stored } from '#web/api/resource.ts'
import { Alert } from '#web/components/Alert.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { counted } from '#web/components/format-count.ts'
import { pageSetting } from '#web/components/page-setting.ts'
import { Spinner } from '#web/components/Spinner.tsx'
import { LazyNothingFound } from '#web/lists/LazyNothingFound.ts'
import { isNarrowed, useListState } from '#web/lists/list-state.ts'
import { ResultCount } from '#web/lists/ResultCount.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { ShowMore } from '#web/lists/ShowMore.tsx'
import type { BarProps } from '#web/lists/selection/BarFrame.tsx'
import { LeftOver, Selecting } from '#web/lists/selection/lazy.tsx'
import { useSelection } from '#web/lists/selection/selection.ts'
import { useList } from '#web/lists/use-list.ts'
import { useVisibleRows } from '#web/lists/visible-rows.ts'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import { PageHead } from '#web/router/PageHead.tsx'
import { EraseDialog } from './EraseDialog.tsx'
import { useRestoring } from './restoring.ts'
import { TrashRow } from './TrashRow.tsx'

/** Loaded with the first selection. */
const TrashBar = lazyOptional<BarProps<Stored>>(
  async () => (await import('./TrashBar.tsx')).TrashBar,
) as unknown as typeof import('./TrashBar.tsx').TrashBar

export type TrashProps<Item extends Stored> = {
  collection: Collection<Item>
  /** The label of links to the list: 'Movies'. */
  many: string
  list: string
  /** A remark on an item. */
  note?: (item: Item) => ReactNode
}

/** The deleted items, with when and by whom: searchable, and restored one by one or several. Super users may erase an item for good. */
export function Trash<Item extends Stored>({ collection, many, list, note }: TrashProps<Item>) {
  const state = useListState(collection.listing)
  const listed = collection.list(state.asked)
  const { query, items, total, retry, onShow } = useList(listed)
  const selectable = { collection, asked: state.asked, shown: items, queries: [listed.queryKey[2]], total }
  const selection = useSelection(selectable)
  const at = { list: `${list}?trash=1` }
  const rows = useRef<HTMLUListElement>(null)
  useVisibleRows(rows, ':scope > li', onShow)
  const isSuperUser = usePerson()?.isSuperUser ?? false
  const [erased, setErased] = useState<Item>()
  const restoring = useRestoring(collection)
  const isNothing = query.isSuccess && items.length === 0

  /** Another one may be asked about by the time that this is done. */
  const close = (done: Item) => setErased((now) => (now?._id === done._id ? undefined : now))

  return (
    <>
      <PageHead title="Trash" subtitle={kept} back={{ to: list, label: `Back to ${many}` }} />
      <div className="mb-5 flex flex-wrap items-center gap-2">
        <SearchField value={state.asked.q?.[0] ?? ''} onSearch={(words) => state.set({ q: words ? [words] : [] }, { replace: true })} />
        <ResultCount total={total} hasFailed={query.isError} noun={collection.noun} />
      </div>
      <LeftOver list={at.list} />
      {query.isError && <Alert text={collection.failed.list} reason={reasonOf(query.error)} onRetry={retry} />}
      {query.isPending && <Spinner />}
      {isNothing &&
        (isNarrowed(state.asked) ? (
          <LazyNothingFound asked={state.asked} onClear={() => state.clear({ trash: ['1'] })} />
        ) : (
          <EmptyState title="The trash is empty" text="Deleted items appear here." />
        ))}
      <ul ref={rows} aria-label="Trash" className="grid gap-2">
        {items.map((item) => (
          <TrashRow
            key={item._id}
            collection={collection}
            item={item}
            isSelected={selection.has(item._id)}
            onSelect={(isRange) => selection.toggle(item, isRange)}
            failure={restoring.failures.get(item._id)}
            onRestore={(instead) => void restoring.restore(item, instead)}
            onErase={isSuperUser ? () => setErased(item) : undefined}
            list={list}
            note={note?.(item)}
          />
        ))}
      </ul>
      <ShowMore list={state.address} query={query} shown={items.length} total={total} />
      <Selecting list={selectable} at={at} Bar={TrashBar} />
      {erased && <EraseDialog collection={collection} item={erased} onClose={() => close(erased)} />}
    </>
  )
}

const days = Number(pageSetting('trash-days'))

/** How long the server keeps deleted items: TRASH_DAYS, where 0 means forever. */
const kept = days > 0 ? `Deleted items stay here for ${counted(days, 'day')}.` : 'Deleted items stay here until you erase them.'
