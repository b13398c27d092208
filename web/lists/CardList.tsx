import { type ReactNode, useEffect } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import type { Collection, Stored } from '#web/api/resource.ts'
import { Alert } from '#web/components/Alert.tsx'
import { ConfirmDialog } from '#web/components/ConfirmDialog.tsx'
import { CardGrid } from './CardGrid.tsx'
import { useDeletion } from './deletion.ts'
import { useHighlighted } from './highlighted.ts'
import { ListTools } from './ListTools.tsx'
import { isNarrowed, useListState } from './list-state.ts'
import { NothingFound } from './NothingFound.tsx'
import { heightsOf } from './Pages.tsx'
import { SavedElsewhere } from './SavedElsewhere.tsx'
import { ShowMore } from './ShowMore.tsx'
import { OnlyTrash } from './TrashLink.tsx'
import { useList } from './use-list.ts'

export type CardListProps<Item extends Stored> = {
  collection: Collection<Item>
  /** What the list is called. */
  label: string
  /** What stands there while the list is empty. */
  empty: ReactNode
  /** The question before one is deleted, and what should be known before answering it. */
  confirm: string
  warning?: (item: Item) => ReactNode
  /** The grid's columns, as classes. */
  columns: string
  /** The unsaved drafts of the list's forms. */
  drafts?: ReactNode
  /** The item that is open over the list. */
  open?: string | undefined
  /** The placeholder of a card that is loading, of the same size. */
  skeleton: ReactNode
  children: (item: Item, onDelete: () => void) => ReactNode
}

/** A collection as cards. Searching, filtering, loading, failing, emptiness, deleting, undoing and more pages are dealt with here for every resource. */
export function CardList<Item extends Stored>({
  collection,
  label,
  empty,
  confirm,
  warning,
  columns,
  drafts,
  open,
  skeleton,
  children,
}: CardListProps<Item>) {
  const state = useListState(collection.listing)
  const list = useList(collection.list(state.asked))
  const { query, items, total } = list
  const deletion = useDeletion(collection)
  const marked = useHighlighted(items, list.isSettled)
  const isNothing = query.isSuccess && items.length === 0
  // Until the answer is there it is the one before that stands here.
  const isEmpty = isNothing && total === 0 && !isNarrowed(state.asked)
  useEffect(() => {
    if (query.error) console.error(collection.failed.list, query.error)
  }, [collection, query.error])

  return (
    <>
      {isEmpty ? (
        <OnlyTrash drafts={drafts} />
      ) : (
        <ListTools collection={collection} state={state} total={total} hasFailed={query.isError} drafts={drafts} />
      )}
      {query.isError && <Alert text={collection.failed.list} reason={reasonOf(query.error)} onRetry={list.retry} />}
      {deletion.error && (
        <Alert
          text={collection.failed.remove}
          reason={reasonOf(deletion.error)}
          onRetry={() => deletion.retry(items)}
          onDismiss={deletion.dismiss}
        />
      )}
      {query.isPending && <Skeletons columns={columns}>{skeleton}</Skeletons>}
      <SavedElsewhere marked={marked} lists={[list]} useKnown={collection.useKnown} columns={`gap-4 ${columns}`}>
        {(item) => children(item, () => deletion.ask(item))}
      </SavedElsewhere>
      {isEmpty ? empty : isNothing && <NothingFound onClear={state.clear} />}
      <CardGrid
        columns={columns}
        label={label}
        items={items}
        total={total}
        marked={marked}
        open={open}
        isBusy={query.isPlaceholderData}
        heights={heightsOf(state.address)}
        onShow={list.onShow}
      >
        {(item) => children(item, () => deletion.ask(item))}
      </CardGrid>
      <ShowMore list={state.address} query={query} shown={items.length} total={total} />
      {deletion.asked && (
        <ConfirmDialog
          question={confirm}
          name={collection.nameOf(deletion.asked)}
          isBusy={deletion.isBusy}
          onConfirm={deletion.confirm}
          onCancel={deletion.cancel}
        >
          {warning?.(deletion.asked)}
        </ConfirmDialog>
      )}
    </>
  )
}

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

function Skeletons({ columns, children }: { columns: string; children: ReactNode }) {
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
