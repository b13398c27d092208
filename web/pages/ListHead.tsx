import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { PageHead } from '#web/router/PageHead.tsx'

export type ListHeadProps = {
  config: ResourceConfig
  title: string
  subtitle?: ReactNode
  /** The list that this one belongs to. */
  back?: { to: string; label: string } | undefined
  /** Further links before the one to the form for a new record. */
  links?: ReactNode
  addLabel: string
}

/** The head of a list, with the link to the form for a new record. */
export function ListHead({ config, title, subtitle, back, links, addLabel }: ListHeadProps) {
  return (
    <PageHead title={title} subtitle={subtitle} back={back}>
      {links}
      <ButtonLink to={config.at.add} look="primary">
        <Plus size={16} aria-hidden="true" />
        {addLabel}
      </ButtonLink>
    </PageHead>
  )
}

export type EmptyListProps = { title: string; text: string; add: string }

/** Shown in place of an empty list, with its own words for the same link. */
export function EmptyList({ config, title, text, add }: EmptyListProps & { config: ResourceConfig }) {
  return (
    <EmptyState title={title} text={text}>
      <ButtonLink to={config.at.add}>
        <Plus size={16} aria-hidden="true" />
        {add}
      </ButtonLink>
    </EmptyState>
  )
}
