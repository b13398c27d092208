import type { Stored } from '#web/api/resource.ts'
import { DraftsOf } from '#web/forms/drafts/DraftsOf.tsx'
import { CardList, type CardListProps } from '#web/lists/CardList.tsx'
import { InTrash } from '#web/trash/InTrash.tsx'
import { EmptyList, type EmptyListProps, ListHead, type ListHeadProps } from './ListHead.tsx'

type ListPageProps<Item extends Stored> = Omit<CardListProps<Item>, 'label' | 'empty' | 'confirm' | 'drafts'> &
  ListHeadProps & { empty: EmptyListProps }

/** The list screen of a resource. */
export function ListPage<Item extends Stored>({ config, title, subtitle, back, addLabel, empty, links, ...list }: ListPageProps<Item>) {
  return (
    <InTrash collection={list.collection} many={config.many} list={config.at.list}>
      <ListHead config={config} title={title} subtitle={subtitle} back={back} links={links} addLabel={addLabel} />
      <CardList
        label={title}
        confirm={confirmDeletion(config)}
        empty={<EmptyList config={config} {...empty} />}
        drafts={<DraftsOf config={config} listing={list.collection.listing} />}
        {...list}
      />
    </InTrash>
  )
}

/** The question before a deletion. */
export const confirmDeletion = ({ one }: { one: string }): string => `Are you sure you want to delete this ${one}?`
