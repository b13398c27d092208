import { RotateCcw } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { usePerson } from '#web/api/person.ts'
import { reasonOf } from '#web/api/reason.ts'
import type { Collection, Instead, Stored } from '#web/api/resource.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { counted } from '#web/components/format-count.ts'
import { pageSetting } from '#web/components/page-setting.ts'
import { Spinner } from '#web/components/Spinner.tsx'
import { useFocusPassedOn } from '#web/lists/deletion.ts'
import { LazyNothingFound } from '#web/lists/LazyNothingFound.ts'
import { isNarrowed, useListState } from '#web/lists/list-state.ts'
import { ResultCount } from '#web/lists/ResultCount.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { ShowMore } from '#web/lists/ShowMore.tsx'
import { useList } from '#web/lists/use-list.ts'
import { useVisibleRows } from '#web/lists/visible-rows.ts'
import { PageHead } from '#web/router/PageHead.tsx'
import { EraseDialog } from './EraseDialog.tsx'
import { useRestoring } from './restoring.ts'
import { TrashRow } from './TrashRow.tsx'

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
  const { query, items, total, retry, onShow } = useList(collection.list(state.asked))
  const rows = useRef<HTMLUListElement>(null)
  useVisibleRows(rows, ':scope > li', onShow)
  const isSuperUser = usePerson()?.isSuperUser ?? false
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [erased, setErased] = useState<Item>()
  const restoring = useRestoring(collection)
  const picked = items.filter(({ _id }) => chosen.has(_id))
  const isNothing = query.isSuccess && items.length === 0

  function choose(id: string, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  /** Another one may be asked about by the time that this is done. */
  const close = (done: Item) => setErased((now) => (now?._id === done._id ? undefined : now))

  async function restore(these: readonly Item[], instead?: Instead) {
    const restored = await restoring.restore(these, instead)
    setChosen((now) => new Set([...now].filter((id) => !restored.has(id))))
  }

  return (
    <>
      <PageHead title="Trash" subtitle={kept} back={{ to: list, label: `Back to ${many}` }} />
      <div className="mb-5 flex flex-wrap items-center gap-2">
        <SearchField value={state.asked.q?.[0] ?? ''} onSearch={(words) => state.set({ q: words ? [words] : [] }, { replace: true })} />
        {picked.length > 0 && <RestorePicked count={picked.length} onRestore={() => void restore(picked)} />}
        <ResultCount total={total} hasFailed={query.isError} noun={collection.noun} />
      </div>
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
            isChosen={chosen.has(item._id)}
            onChoose={(isChosen) => choose(item._id, isChosen)}
            failure={restoring.failures.get(item._id)}
            onRestore={(instead) => void restore([item], instead)}
            onErase={isSuperUser ? () => setErased(item) : undefined}
            list={list}
            note={note?.(item)}
          />
        ))}
      </ul>
      <ShowMore list={state.address} query={query} shown={items.length} total={total} />
      {erased && <EraseDialog collection={collection} item={erased} onClose={() => close(erased)} />}
    </>
  )
}

/** The button disappears after the restoration, and the first remaining row gets the focus. */
function RestorePicked({ count, onRestore }: { count: number; onRestore: () => void }) {
  const button = useFocusPassedOn('')
  return (
    <Button ref={button} onClick={onRestore} Icon={RotateCcw}>
      Restore {count}
    </Button>
  )
}

const days = Number(pageSetting('trash-days'))

/** How long the server keeps deleted items: TRASH_DAYS, where 0 means forever. */
const kept = days > 0 ? `Deleted items stay here for ${counted(days, 'day')}.` : 'Deleted items stay here until you erase them.'
