import type { ComponentType, ReactNode } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { CardGrid } from './CardGrid.tsx'
import { type FrameProps, ListFrame } from './ListFrame.tsx'
import { ListSection, Skeletons } from './ListSection.tsx'
import { useListState } from './list-state.ts'
import { heightsOf } from './Pages.tsx'
import type { BarProps } from './selection/BarFrame.tsx'
import type { ListPlaces } from './selection/bulk-target.ts'
import { CardSelect, LeftOver, Selecting, SelectTool } from './selection/lazy.tsx'
import { useList } from './use-list.ts'

export type CardListProps<Item extends Stored> = FrameProps<Item> & {
  label: string
  /** The item that is open over the list. */
  open?: string | undefined
  /** The placeholder of a card that is loading, of the same size. */
  skeleton: ReactNode
  /** Cards before those of the list, which gets a title then. The list appears together with them, so that nothing moves. */
  lead?: Lead
  at: ListPlaces
  /** Facts to know before many items are deleted, and the bar for selected items if they have actions of their own. */
  warningOfMany?: (items: readonly Item[]) => ReactNode
  Bar?: ComponentType<BarProps<Item>>
  isRows?: boolean
  children: (item: Item, onDelete: () => void) => ReactNode
}

type Lead = { isReady: boolean; count: number; cards: ReactNode; title: string }

/** A collection as a grid of cards. */
export function CardList<Item extends Stored>({
  label,
  open,
  skeleton,
  lead,
  at,
  warningOfMany,
  Bar,
  isRows = false,
  children,
  ...frame
}: CardListProps<Item>) {
  const { collection, columns } = frame
  const state = useListState(collection.listing)
  const query = collection.list(state.asked)
  const list = useList(query)
  const selectable = { collection, asked: state.asked, shown: list.items, queries: [query.queryKey[2]], total: list.total }
  return (
    <ListFrame
      {...frame}
      columns={`gap-4 ${columns}`}
      state={state}
      lists={[list]}
      lead={lead}
      tools={{ actions: (isInPanel) => <SelectTool list={selectable} isInPanel={isInPanel} /> }}
      notices={<LeftOver list={at.list} />}
      item={children}
    >
      {(card, marked) =>
        lead?.isReady === false ? (
          <Skeletons columns={columns}>{skeleton}</Skeletons>
        ) : (
          <>
            {lead && lead.count > 0 && (
              <>
                {lead.cards}
                {list.items.length > 0 && <h2 className="mb-3 text-head">{lead.title}</h2>}
              </>
            )}
            <ListSection list={list} address={state.address} failed={collection.failed.list} skeleton={skeleton} columns={columns}>
              <CardGrid
                columns={columns}
                label={label}
                items={list.items}
                total={list.total}
                marked={marked}
                open={open}
                isBusy={list.query.isPlaceholderData}
                heights={heightsOf(state.address)}
                onShow={list.onShow}
              >
                {(item) => (
                  <>
                    {card(item)}
                    <CardSelect
                      {...selectable}
                      collection={collection.name}
                      name={collection.nameInText(item)}
                      item={item}
                      isRow={isRows}
                    />
                  </>
                )}
              </CardGrid>
            </ListSection>
            <Selecting list={selectable} at={at} warning={warningOfMany} Bar={Bar} />
          </>
        )
      }
    </ListFrame>
  )
}
