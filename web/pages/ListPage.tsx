import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Stored } from '#web/api/resource.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { DraftsOf } from '#web/forms/drafts/DraftsOf.tsx'
import { CardList, type CardListProps } from '#web/lists/CardList.tsx'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { PageHead } from '#web/router/PageHead.tsx'
import { InTrash } from '#web/trash/InTrash.tsx'

type ListPageProps<Item extends Stored> = Omit<CardListProps<Item>, 'label' | 'empty' | 'confirm' | 'drafts'> & {
  config: ResourceConfig
  title: string
  subtitle?: ReactNode
  /** The list that this one belongs to. */
  back?: { to: string; label: string }
  /** The words of the link to where new ones are made. */
  addLabel: string
  /** What stands there while the list is empty, with its own words for the same link. */
  empty: { title: string; text: string; add: string }
  /** Further links beside it. */
  links?: ReactNode
}

/** The list screen of a resource. */
export function ListPage<Item extends Stored>({ config, title, subtitle, back, addLabel, empty, links, ...list }: ListPageProps<Item>) {
  return (
    <InTrash collection={list.collection} many={config.many} list={config.at.list}>
      <PageHead title={title} subtitle={subtitle} back={back}>
        {links}
        <ButtonLink to={config.at.add} look="primary">
          <Plus size={16} aria-hidden="true" />
          {addLabel}
        </ButtonLink>
      </PageHead>
      <CardList
        label={title}
        confirm={`Are you sure you want to delete this ${config.one}?`}
        empty={
          <EmptyState title={empty.title} text={empty.text}>
            <ButtonLink to={config.at.add}>
              <Plus size={16} aria-hidden="true" />
              {empty.add}
            </ButtonLink>
          </EmptyState>
        }
        drafts={<DraftsOf config={config} listing={list.collection.listing} />}
        {...list}
      />
    </InTrash>
  )
}
