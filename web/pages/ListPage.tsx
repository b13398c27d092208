import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { titleField } from '#contract/listing.ts'
import type { Stored } from '#web/api/resource.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import type { UnsavedDraftsProps } from '#web/forms/drafts/UnsavedDrafts.tsx'
import { CardList, type CardListProps } from '#web/lists/CardList.tsx'
import type { FrameWords } from '#web/lists/ListFrame.tsx'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import { PageHead } from '#web/router/PageHead.tsx'
import { InTrash } from '#web/trash/InTrash.tsx'
import type { TrashProps } from '#web/trash/Trash.tsx'
import { InImport } from './InImport.tsx'

/** Loaded after the list. */
const UnsavedDrafts = lazyOptional<UnsavedDraftsProps>(async () => (await import('#web/forms/drafts/UnsavedDrafts.tsx')).UnsavedDrafts)

type ListScreenProps<Item extends Stored> = Pick<TrashProps<Item>, 'collection' | 'note'> & {
  config: ResourceConfig
  title: string
  subtitle?: ReactNode
  /** The list that this one belongs to. */
  back?: { to: string; label: string }
  /** Further links before the one to the form for a new record, and the words of that. */
  links?: ReactNode
  addLabel: string
  /** The message of the empty list, with its own label for the link that adds a record. */
  empty: { title: string; text: string; add: string }
}

type ListPageProps<Item extends Stored> = Omit<ListScreenProps<Item>, 'note'> & Omit<CardListProps<Item>, keyof FrameWords | 'label' | 'at'>

/** The list screen of a resource. */
export function ListPage<Item extends Stored>({ config, title, subtitle, back, links, addLabel, empty, ...list }: ListPageProps<Item>) {
  const screen = { config, title, subtitle, links, addLabel, empty, collection: list.collection, ...(back && { back }) }
  return <ListScreen {...screen}>{(words) => <CardList label={title} at={config.at} {...words} {...list} />}</ListScreen>
}

/** A list screen whose list is of its own: trash, head, and the words that the list needs. */
export function ListScreen<Item extends Stored>(props: ListScreenProps<Item> & { children: (words: FrameWords) => ReactNode }) {
  const { config, collection, note, title, subtitle, back, links, addLabel, empty, children } = props
  const add = (label: string, look?: 'primary') => (
    <ButtonLink to={config.at.add} {...(look && { look })} Icon={Plus}>
      {label}
    </ButtonLink>
  )
  return (
    <InTrash collection={collection} many={config.many} list={config.at.list} {...(note && { note })}>
      <InImport config={config}>
        <PageHead title={title} subtitle={subtitle} back={back}>
          {links}
          {add(addLabel, 'primary')}
        </PageHead>
        {children({
          confirm: `Are you sure you want to delete this ${config.one}?`,
          empty: (
            <EmptyState title={empty.title} text={empty.text}>
              {add(empty.add)}
            </EmptyState>
          ),
          drafts: <UnsavedDrafts config={config} titleField={titleField(collection.listing)} />,
          hasImport: config.imports !== undefined,
        })}
      </InImport>
    </InTrash>
  )
}
