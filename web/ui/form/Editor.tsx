import { type FormEvent, type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/api/call.ts'
import type { Resource, Stored } from '#web/api/resource.ts'
import { Alert } from '#web/ui/base/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/base/Button.tsx'
import { Conflict } from './Conflict.tsx'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'
import { type Fields, useForm } from './form.ts'
import { useSaving } from './saving.ts'

type EditorProps<Item extends Stored, Input extends object> = {
  resource: Resource<Item, Input>
  schema: ZodMiniType<Input>
  /** What the form starts from: a stored item, or the values of a new one. */
  initial: Input
  /** The stored item, where one is edited. */
  item: Item | undefined
  saveLabel: string
  /** Where saving and cancelling lead. */
  doneTo: string
  children: (field: Fields<Input>) => ReactNode
}

/** A form over the contract's own schema, for a new item or a stored one. Nothing typed into it is lost before it is saved or given up. */
export function Editor<Item extends Stored, Input extends object>(props: EditorProps<Item, Input>) {
  const { resource, schema, initial, item, saveLabel, doneTo, children } = props
  const path = useLocation().pathname
  const navigate = useNavigate()
  const [draft] = useState(() => readDraft(path))
  const [isRestored, setIsRestored] = useState(draft !== undefined)
  const [version, setVersion] = useState(draft?.version ?? item?.version)
  // Not `save.isPending`, which comes a moment later: a second click would get in between.
  const [isBusy, setIsBusy] = useState(false)
  const save = useSaving(resource, schema)
  const start = { ...initial, ...(draft?.values as Partial<Input> | undefined) }
  const form = useForm(schema, start, (values) => {
    if (isSame(values, initial)) dropDraft(path)
    else keepDraft(path, { values, version })
  })

  const conflict = save.error instanceof ApiError && save.error.code === 'stale' ? (save.error.current as Item & Input) : undefined

  async function send(base: number | undefined) {
    if (isBusy) return
    setIsBusy(true)
    const isReady = await save.wait(form.ready)
    if (isReady === undefined) return
    const input = form.check()
    if (!isReady || !input) return setIsBusy(false)
    const change = item && base !== undefined ? { input, base: { _id: item._id, version: base } } : { input }
    const before = [conflict, item].find((stored) => stored?.version === base)
    await save.send(change, before, {
      onSaved: () => navigate(doneTo),
      onFailed: (error) => error instanceof ApiError && form.refuse(error.fields),
    })
    setIsBusy(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send(version)
  }

  function startOver(values: Input, from: number | undefined) {
    dropDraft(path)
    setIsRestored(false)
    setVersion(from)
    save.reset()
    form.reset(values)
  }

  function keepMine(current: Item) {
    setVersion(current.version)
    void send(current.version)
  }

  return (
    <form ref={form.element} noValidate onSubmit={submit} className="max-w-[1040px]">
      {isRestored && (
        <p role="status" className="mb-5 flex flex-wrap items-center gap-x-3 rounded-control bg-sunk py-1 pr-1 pl-3 text-ink-2">
          Your unsaved changes are back.
          <Button look="quiet" onClick={() => startOver(initial, item?.version)}>
            Discard
          </Button>
        </p>
      )}
      {children(form.field)}
      <div className="savebar">
        {conflict && <Conflict isBusy={isBusy} onKeep={() => keepMine(conflict)} onUse={() => startOver(conflict, conflict.version)} />}
        {save.error && !conflict && <Alert text={item ? resource.failed.update : resource.failed.create} reason={reason(save.error)} />}
        <div className="flex gap-2">
          <Button type="submit" look="primary" aria-disabled={isBusy}>
            {isBusy ? 'Saving Changes...' : saveLabel}
          </Button>
          <ButtonLink look="quiet" to={doneTo} onClick={save.cancel}>
            Cancel
          </ButtonLink>
        </div>
      </div>
    </form>
  )
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** The server's sentence, and its messages for fields: some may have no input here. */
function reason(error: Error) {
  if (!(error instanceof ApiError)) return undefined
  const messages = Object.entries(error.fields)
  return (
    <>
      {error.sentence}
      {messages.map(([name, message]) => message !== error.sentence && <p key={name}>{message}</p>)}
    </>
  )
}
