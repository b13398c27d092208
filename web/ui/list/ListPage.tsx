import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { ButtonLink } from '#web/ui/base/Button.tsx'
import { EmptyState } from '#web/ui/base/EmptyState.tsx'
import { PageHead } from '#web/ui/page/PageHead.tsx'
import { CardList, type CardListProps } from './CardList.tsx'

type ListPageProps<Item extends Stored> = Omit<CardListProps<Item>, 'label' | 'empty'> & {
  title: string
  subtitle?: string
  /** The list that this one belongs to. */
  back?: { to: string; label: string }
  /** Where new ones are made. */
  add: { to: string; label: string }
  /** What stands there while the list is empty, with its own words for the same link. */
  empty: { title: string; text: string; add: string }
  /** Further links beside it. */
  links?: ReactNode
}

/** The list screen of a resource. */
export function ListPage<Item extends Stored>({ title, subtitle, back, add, empty, links, ...list }: ListPageProps<Item>) {
  return (
    <>
      <PageHead title={title} subtitle={subtitle} back={back}>
        {links}
        <ButtonLink to={add.to} look="primary">
          <Plus size={16} aria-hidden="true" />
          {add.label}
        </ButtonLink>
      </PageHead>
      <CardList
        label={title}
        empty={
          <EmptyState title={empty.title} text={empty.text}>
            <ButtonLink to={add.to}>
              <Plus size={16} aria-hidden="true" />
              {empty.add}
            </ButtonLink>
          </EmptyState>
        }
        {...list}
      />
    </>
  )
}
