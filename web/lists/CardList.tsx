import type { ReactNode } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { CardGrid } from './CardGrid.tsx'
import { type FrameProps, ListFrame } from './ListFrame.tsx'
import { ListSection, Skeletons } from './ListSection.tsx'
import { useListState } from './list-state.ts'
import { heightsOf } from './Pages.tsx'
import { useList } from './use-list.ts'

export type CardListProps<Item extends Stored> = FrameProps<Item> & {
  label: string
  /** The item that is open over the list. */
  open?: string | undefined
  /** The placeholder of a card that is loading, of the same size. */
  skeleton: ReactNode
  /** Cards before those of the list, which gets a title then. The list appears together with them, so that nothing moves. */
  lead?: Lead
  children: (item: Item, onDelete: () => void) => ReactNode
}

type Lead = { isReady: boolean; count: number; cards: ReactNode; title: string }

/** A collection as a grid of cards. */
export function CardList<Item extends Stored>({ label, open, skeleton, lead, children, ...frame }: CardListProps<Item>) {
  const { collection, columns } = frame
  const state = useListState(collection.listing)
  const list = useList(collection.list(state.asked))
  return (
    <ListFrame {...frame} columns={`gap-4 ${columns}`} state={state} lists={[list]} lead={lead} item={children}>
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
                {card}
              </CardGrid>
            </ListSection>
          </>
        )
      }
    </ListFrame>
  )
}
