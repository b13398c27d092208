import type { ReactNode } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import type { Collection, Stored } from '#web/api/resource.ts'
import { Alert } from '#web/components/Alert.tsx'
import { ConfirmDialog } from '#web/components/ConfirmDialog.tsx'
import { useDeletion } from './deletion.ts'
import { type Highlighted, useHighlighted } from './highlighted.ts'
import { LazyNothingFound } from './LazyNothingFound.ts'
import { ListTools, type ToolSlots } from './ListTools.tsx'
import { isNarrowed, type ListState } from './list-state.ts'
import { SavedElsewhere } from './SavedElsewhere.tsx'
import { OnlyTrash } from './TrashLink.tsx'
import type { ShownList } from './use-list.ts'

/** The texts and links of a list, from its resource's configuration. */
export type FrameWords = {
  empty: ReactNode
  /** The question before a deletion. */
  confirm: string
  drafts?: ReactNode
  /** Whether the list has an import. */
  hasImport?: boolean
}

export type FrameProps<Item extends Stored> = FrameWords & {
  collection: Collection<Item>
  /** Facts to know before answering the question. */
  warning?: (item: Item) => ReactNode
  /** The grid's columns, as classes. */
  columns: string
}

type ListFrameProps<Item extends Stored> = FrameProps<Item> & {
  state: ListState
  /** The queries that the screen shows, one below the other. */
  lists: ShownList<Item>[]
  /** The cards above the list: whether they have loaded, and how many there are. */
  lead?: { isReady: boolean; count: number } | undefined
  /** The parts of the tools that only this resource has, and its notices above the items. */
  tools?: ToolSlots
  notices?: ReactNode
  item: (item: Item, onDelete: () => void) => ReactNode
  /** Renders the lists; `card` renders an item. */
  children: (card: (item: Item) => ReactNode, marked: Highlighted) => ReactNode
}

/** A list screen without its items: search, filters, emptiness, deletion with its Undo, and the record that was just saved. */
export function ListFrame<Item extends Stored>(props: ListFrameProps<Item>) {
  const { collection, state, lists, empty, confirm, warning, columns, drafts, hasImport = false, tools, notices, item, children } = props
  const { lead = { isReady: true, count: 0 } } = props
  const items = lists.flatMap((list) => list.items)
  const total = totalOf(lists)
  const deletion = useDeletion(collection)
  const marked = useHighlighted(
    items,
    lists.every(({ isSettled }) => isSettled),
  )
  const isNothing = lead.isReady && lead.count === 0 && items.length === 0 && lists.every(({ query }) => query.isSuccess)
  // Until the answer has come, the items are those of the query before.
  const isEmpty = isNothing && total === 0 && !isNarrowed(state.asked)
  const card = (each: Item) => item(each, () => deletion.ask(each))

  return (
    <>
      {isEmpty ? (
        <OnlyTrash drafts={drafts} hasImport={hasImport} />
      ) : (
        <ListTools {...tools} {...{ collection, state, total, drafts, hasImport }} hasFailed={lists.some(({ query }) => query.isError)} />
      )}
      {deletion.error && (
        <Alert
          text={collection.failed.remove}
          reason={reasonOf(deletion.error)}
          onRetry={() => deletion.retry(items)}
          onDismiss={deletion.dismiss}
        />
      )}
      {notices}
      <SavedElsewhere marked={marked} lists={lists} useKnown={collection.useKnown} isNarrowed={isNarrowed(state.asked)} columns={columns}>
        {card}
      </SavedElsewhere>
      {isEmpty ? empty : isNothing && <LazyNothingFound asked={state.asked} of={collection.name} onClear={state.clear} />}
      {children(card, marked)}
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

/** The number of matches in all lists; `undefined` while one is unknown. */
export function totalOf(lists: readonly { total: number | undefined }[]): number | undefined {
  const totals = lists.flatMap(({ total }) => total ?? [])
  return totals.length < lists.length ? undefined : totals.reduce((sum, each) => sum + each, 0)
}
