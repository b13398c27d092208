import { useQuery } from '@tanstack/react-query'
import { CopyPlus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { ApiError, isMissing } from '#web/api/call.ts'
import { useOwner } from '#web/api/person.ts'
import { reasonOf } from '#web/api/reason.ts'
import type { Resource, Stored } from '#web/api/resource.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { Alert } from '#web/components/Alert.tsx'
import { SavedAgo } from '#web/components/SavedAgo.tsx'
import { Spinner } from '#web/components/Spinner.tsx'
import type { Follows } from '#web/forms/conflicts/merge.ts'
import { PresenceNotice } from '#web/forms/conflicts/PresenceNotice.tsx'
import { type FoundDraft, noDraft, useFoundDraft } from '#web/forms/drafts/useFoundDraft.ts'
import { Editor } from '#web/forms/editor/Editor.tsx'
import type { Next } from '#web/forms/editor/Next.tsx'
import type { Fields } from '#web/forms/useForm.ts'
import { HistoryButton } from '#web/history/HistoryButton.tsx'
import { useOpened } from '#web/lists/highlighted.ts'
import { wayBack } from '#web/lists/list-state.ts'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { BackLink, PageHead } from '#web/router/PageHead.tsx'
import { copyOf } from '#web/router/paths.ts'
import { Navigate, useRecordId } from '#web/router/RouterProvider.tsx'
import { notify } from '#web/toasts/notices.ts'
import { DuplicateSource, useDuplicateSourceId } from './DuplicateSource.tsx'

type Add<Item, Input> = {
  title: string
  subtitle?: string
  save: string
  /** For records that are created in a row; `from` returns the initial values of the next one. */
  next?: Pick<Next<Item>, 'label' | 'told'> & { from: (saved: Item) => Input }
  onSaved?: (saved: Item) => void
}

type EditorPageProps<Item extends Stored & Input, Input extends object> = {
  config: ResourceConfig
  resource: Resource<Item, Input>
  schema: ZodMiniType<Input>
  /** The values of a new item, and those of them that a duplicate of another one begins with as well. */
  blank: Input
  afresh?: Partial<Input>
  add: Add<Item, Input>
  edit: { title: string; save: string }
  /** Fields that go with another one, and are never chosen by themselves where two people have changed them. */
  follows?: Follows<Input>
  /** The inputs; `item` is the stored one, if one is edited. */
  children: (field: Fields<Input>, item: Item | undefined) => ReactNode
}

/** The screen for a new item, and under a path with an id the screen that edits a stored one. */
export function EditorPage<Item extends Stored & Input, Input extends object>(props: EditorPageProps<Item, Input>) {
  const id = useRecordId()
  const from = useDuplicateSourceId()
  const owner = useOwner()
  if (owner === undefined) return <Spinner />
  if (id !== '') return <Edit id={id} owner={owner} {...props} />
  return (
    <DuplicateSource key={from} from={from} {...props}>
      {(start, note) => <New owner={owner} {...props} blank={start} note={note} />}
    </DuplicateSource>
  )
}

function New<Item extends Stored & Input, Input extends object>(props: EditorPageProps<Item, Input> & { owner: string; note: ReactNode }) {
  const { owner, config, resource, schema, blank, add, note, children } = props
  const place = { owner, path: config.at.add }
  const found = useFoundDraft(place)
  const list = wayBack(config)
  const [latest, setLatest] = useState<Item>()
  if (!found) return <Spinner />
  const { next } = add
  return (
    <Editor<Item, Input>
      key={latest?._id}
      resource={resource}
      schema={schema}
      config={config}
      place={place}
      found={latest ? noDraft : found}
      blank={latest && next ? next.from(latest) : blank}
      record={undefined}
      saveLabel={add.save}
      next={next && { ...next, begin: setLatest, isFollowing: latest !== undefined }}
      onSaved={add.onSaved}
      head={() => (
        <>
          <PageHead title={add.title} subtitle={add.subtitle} back={list} />
          {note}
        </>
      )}
    >
      {children}
    </Editor>
  )
}

function Edit<Item extends Stored & Input, Input extends object>(props: EditorPageProps<Item, Input> & { id: string; owner: string }) {
  const { id, owner, config, resource, schema, edit, follows, children } = props
  const place = { owner, path: config.at.edit(id), id }
  const found = useFoundDraft(place)
  const { data: known, error, refetch } = useQuery(resource.one(id))
  const isDeleted = error !== null && isMissing(error)
  // A draft of a record that was deleted since contains that record, and can still be saved.
  const record = known ?? itemIn<Item & Input>(found)
  useOpened(config.at.list, id)
  const list = wayBack(config)
  const lost = error && <Lost config={config} text={resource.failed.one} error={error} onRetry={() => void refetch()} />
  if (found && !record && lost) return lost
  if (!record || !found) return <Spinner />
  return (
    <Editor<Item, Input>
      resource={resource}
      schema={schema}
      config={config}
      place={place}
      found={found}
      blank={record}
      record={record}
      isDeleted={isDeleted}
      lost={lost}
      follows={follows}
      saveLabel={edit.save}
      head={(item = record, isTyped) => (
        <>
          <PageHead title={edit.title} subtitle={<SavedAgo at={item.updatedAt} />} back={list}>
            <HistoryButton resource={resource} id={item._id} title={resource.nameInText(item)} subject={resource.nameOf(item)} />
            <ButtonLink to={copyOf(config.at, item._id)} Icon={CopyPlus}>
              Duplicate
            </ButtonLink>
          </PageHead>
          <PresenceNotice
            one={config.one}
            of={String(resource.one(id).queryKey[0])}
            item={item}
            isTyped={isTyped}
            onShow={() => void refetch()}
          />
        </>
      )}
    >
      {children}
    </Editor>
  )
}

type LostProps = { config: ResourceConfig; text: string; error: Error; onRetry: () => void }

/** Shown for a record that can't be edited: back to the list, with a notice. Without a network the page waits for it. */
function Lost({ config, text, error, onRetry }: LostProps) {
  const isOffline = error instanceof ApiError && error.code === 'offline'
  const list = wayBack(config)
  useEffect(() => {
    console.error(text, error)
    if (!isOffline) notify({ text, failed: true })
  }, [text, isOffline, error])
  if (!isOffline) return <Navigate to={list.to} />
  // The list couldn't be loaded either; this comes by itself when the network is back.
  return (
    <>
      <BackLink {...list} />
      <Alert text={text} reason={reasonOf(error)} onRetry={onRetry} />
    </>
  )
}

/** The record that a draft began from, with the values of that time. */
function itemIn<Item extends Stored>(found: FoundDraft | undefined): Item | undefined {
  const values = found?.draft?.draft.base?.values
  return values && '_id' in values ? (values as Item) : undefined
}
