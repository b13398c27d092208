import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ListQuery } from '#web/api/address.ts'
import { usePerson } from '#web/api/person.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Alert } from '#web/components/Alert.tsx'
import { SaveView } from './SaveView.tsx'
import { viewList } from './saved-views.ts'
import { ViewRow } from './ViewRow.tsx'

export type ViewsPanelProps = {
  /** The name of the list's resource. */
  list: string
  asked: ListQuery
}

/** The user's views of a list, the shared ones, and the form that saves what the list shows. */
export function ViewsPanel({ list, asked }: ViewsPanelProps) {
  const { data, error, refetch } = useQuery(viewList)
  const isSuperUser = usePerson()?.isSuperUser ?? false
  const name = useRef<HTMLInputElement>(null)
  const all = data?.filter((view) => view.list === list) ?? []
  const groups = [
    { title: 'Your views', views: all.filter(({ shared }) => !shared), isOwn: true },
    { title: 'For everybody', views: all.filter(({ shared }) => shared), isOwn: isSuperUser },
  ].filter(({ views }) => views.length > 0)
  return (
    <>
      {error && !data && <Alert text="Failed to load views" reason={reasonOf(error)} onRetry={() => void refetch()} />}
      <div className="max-h-[min(45dvh,320px)] overflow-y-auto p-1.5 empty:hidden">
        {groups.map(({ title, views, isOwn }) => (
          <section key={title} aria-label={title} className="not-first:mt-1.5">
            <h3 className="px-2.5 pt-1 pb-0.5 font-[600] text-ink-3 text-tiny">{title}</h3>
            <ul>
              {views.map((view) => (
                <ViewRow key={view._id} view={view} asked={asked} {...(isOwn && { onDeleted: () => name.current?.focus() })} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <SaveView list={list} asked={asked} isSuperUser={isSuperUser} input={name} />
    </>
  )
}
