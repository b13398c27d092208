import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/api/call.ts'
import { useOwner } from '#web/api/person.ts'
import type { Resource, Stored } from '#web/api/resource.ts'
import { Alert, reasonOf } from '#web/ui/base/Alert.tsx'
import { SavedAgo } from '#web/ui/base/SavedAgo.tsx'
import { Spinner } from '#web/ui/base/Spinner.tsx'
import { notify } from '#web/ui/page/notices.ts'
import { BackLink, PageHead } from '#web/ui/page/PageHead.tsx'
import { Editor } from './Editor.tsx'
import type { Fields } from './form.ts'

type EditorPageProps<Item extends Stored & Input, Input extends object> = {
  resource: Resource<Item, Input>
  schema: ZodMiniType<Input>
  /** What one is called: 'booking'. */
  what: string
  /** The values of a new item. */
  blank: Input
  add: { title: string; subtitle?: string; save: string }
  edit: { title: string; save: string }
  /** The list, where both ways out lead. */
  list: { to: string; label: string }
  /** What a person calls an item. */
  nameOf: (item: Item) => string
  /** Where an item is shown: its own screen, or the form where it has none. */
  shownAt: (id: string) => string
  /** The inputs; `item` is the stored one, if one is edited. */
  children: (field: Fields<Input>, item: Item | undefined) => ReactNode
}

/** The screen for a new item, and under a path with an id the screen that edits a stored one. */
export function EditorPage<Item extends Stored & Input, Input extends object>(props: EditorPageProps<Item, Input>) {
  const { id } = useParams()
  const owner = useOwner()
  if (owner === undefined) return <Spinner />
  if (id !== undefined) return <Edit id={id} owner={owner} {...props} />
  const { resource, schema, what, blank, add, list, nameOf, shownAt, children } = props
  return (
    <>
      <PageHead title={add.title} subtitle={add.subtitle} back={list} />
      <Editor
        resource={resource}
        schema={schema}
        what={what}
        owner={owner}
        initial={blank}
        item={undefined}
        saveLabel={add.save}
        doneTo={list.to}
        nameOf={nameOf}
        shownAt={shownAt}
      >
        {(field) => children(field, undefined)}
      </Editor>
    </>
  )
}

function Edit<Item extends Stored & Input, Input extends object>({
  id,
  owner,
  resource,
  schema,
  what,
  edit,
  list,
  nameOf,
  shownAt,
  children,
}: EditorPageProps<Item, Input> & { id: string; owner: string }) {
  const { data: item, isLoadingError, error, refetch, isFetchedAfterMount } = useQuery(resource.one(id))
  const isOffline = error instanceof ApiError && error.code === 'offline'
  useEffect(() => {
    if (!isLoadingError) return
    console.error(resource.failed.one, error)
    if (!isOffline) notify({ text: resource.failed.one, failed: true })
  }, [resource, isLoadingError, isOffline, error])

  // The list couldn't be loaded either; this comes by itself when the network is back.
  if (isLoadingError && isOffline) {
    return (
      <>
        <BackLink {...list} />
        <Alert text={resource.failed.one} reason={reasonOf(error)} onRetry={() => void refetch()} />
      </>
    )
  }
  if (isLoadingError) return <Navigate to={list.to} replace />
  // Not what an earlier visit left in the cache: editing starts from what is stored now.
  if (!item || !isFetchedAfterMount) return <Spinner />
  return (
    <>
      <PageHead title={edit.title} subtitle={<SavedAgo at={item.updatedAt} />} back={list} />
      <Editor
        resource={resource}
        schema={schema}
        what={what}
        owner={owner}
        initial={item}
        item={item}
        saveLabel={edit.save}
        doneTo={list.to}
        nameOf={nameOf}
        shownAt={shownAt}
      >
        {(field) => children(field, item)}
      </Editor>
    </>
  )
}
