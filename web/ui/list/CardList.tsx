import { type ReactNode, useEffect } from 'react'
import { type Collection, type Stored, useList } from '#web/api/resource.ts'
import { Alert, reasonOf } from '#web/ui/base/Alert.tsx'
import { ConfirmDialog } from '#web/ui/base/ConfirmDialog.tsx'
import { CardGrid } from './CardGrid.tsx'
import { entry, useDeletion } from './deletion.ts'
import { useMarked } from './marked.ts'
import { ShowMore } from './ShowMore.tsx'

export type CardListProps<Item extends Stored> = {
  collection: Collection<Item>
  /** What the list is called. */
  label: string
  /** What stands there while the list is empty. */
  empty: ReactNode
  /** What a person calls one of them. */
  nameOf: (item: Item) => string
  /** The question before one is deleted, and what should be known before answering it. */
  confirm: string
  warning?: (item: Item) => ReactNode
  /** The grid's columns, as classes. */
  columns: string
  /** Stands in for a card until it arrives; of the same size. */
  skeleton: ReactNode
  children: (item: Item, onDelete: () => void) => ReactNode
}

/** A collection as cards. Loading, failing, emptiness, deleting, undoing and more pages are dealt with here for every resource. */
export function CardList<Item extends Stored>({
  collection,
  label,
  empty,
  nameOf,
  confirm,
  warning,
  columns,
  skeleton,
  children,
}: CardListProps<Item>) {
  const { query, items, total } = useList(collection)
  const deletion = useDeletion(collection, nameOf)
  const marked = useMarked(items, !query.isFetching)
  useEffect(() => {
    if (query.error) console.error(collection.failed.list, query.error)
  }, [collection, query.error])

  return (
    <>
      {query.isError && <Alert text={collection.failed.list} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />}
      {deletion.error && (
        <Alert
          text={collection.failed.remove}
          reason={reasonOf(deletion.error)}
          onRetry={() => deletion.retry(items)}
          onDismiss={deletion.dismiss}
        />
      )}
      {query.isPending && <Skeletons columns={columns}>{skeleton}</Skeletons>}
      {query.isSuccess && items.length === 0 && empty}
      <CardGrid columns={columns} label={label}>
        {items.map((item) => (
          <li key={item._id} {...entry(item._id)} className={item._id === marked ? 'marked relative min-w-0' : 'min-w-0'}>
            {children(item, () => deletion.ask(item))}
            {item._id === marked && <p className="sr-only">Just saved</p>}
          </li>
        ))}
      </CardGrid>
      <ShowMore query={query} shown={items.length} total={total} />
      {deletion.asked && (
        <ConfirmDialog question={confirm} isBusy={deletion.isBusy} onConfirm={deletion.confirm} onCancel={deletion.cancel}>
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
