import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/api/call.ts'
import type { Resource, Stored } from '#web/api/resource.ts'
import type { Face } from '#web/face.ts'
import { Alert } from '#web/ui/base/Alert.tsx'
import { returns } from '#web/ui/base/arrival.ts'
import { Button, ButtonLink } from '#web/ui/base/Button.tsx'
import { wayBack } from '#web/ui/list/list-state.ts'
import { justSaved } from '#web/ui/list/marked.ts'
import { usePlace } from '#web/ui/place/Here.tsx'
import { navigate } from '#web/ui/place/history.ts'
import { Conflict } from './Conflict.tsx'
import { DraftOffer, DraftRestored } from './DraftNote.tsx'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'
import { focusFirstInput } from './focus.ts'
import { type Fields, useForm } from './form.ts'
import { comesBack, useSaving } from './saving.ts'

type EditorProps<Item extends Stored, Input extends object> = {
  face: Face
  resource: Resource<Item, Input>
  schema: ZodMiniType<Input>
  /** Under whose id what is typed is kept. */
  owner: string
  /** What the form starts from: a stored item, or the values of a new one. */
  initial: Input
  /** The stored item, where one is edited: another one takes its place until `onBegin`. */
  item: Item | undefined
  /** Hears of the first change that somebody makes. */
  onBegin?: () => void
  saveLabel: string
  children: (field: Fields<Input>) => ReactNode
}

/** A form over the contract's own schema, for a new item or a stored one. Nothing typed into it is lost before it is saved or given up. */
export function Editor<Item extends Stored, Input extends object>(props: EditorProps<Item, Input>) {
  const { face, resource, schema, owner, initial, item, onBegin, saveLabel, children } = props
  const { to: doneTo } = wayBack(face)
  const { pathname: path, state } = usePlace()
  const place = { owner, path }
  const [draft] = useState(() => readDraft(place))
  // A new item may be another one than what was left here: that is only offered, unless somebody came back for it.
  const isWanted = item !== undefined || comesBack(state)
  const [restored, setRestored] = useState<'asked' | 'done' | 'no'>(draft ? (isWanted ? 'done' : 'asked') : 'no')
  const [from, setFrom] = useState(draft?.version)
  const version = from ?? item?.version
  // Not `save.isPending`, which comes a moment later: a second click would get in between.
  const [isBusy, setIsBusy] = useState(false)
  const save = useSaving(resource, schema, { place, forget, shownAt: face.at.one })
  const drafted = { ...initial, ...(draft?.values as Partial<Input> | undefined) }
  const form = useForm(schema, isWanted ? drafted : initial, (values) => {
    // An upload, or the answer about a code, may come after the form has been left.
    if (!save.isHere()) return
    onBegin?.()
    if (isSame(values, initial)) forget()
    else keep(values)
  })

  const isNew = item === undefined
  useEffect(() => {
    if (isNew) focusFirstInput(form.element.current)
  }, [isNew, form.element])

  const conflict = save.error instanceof ApiError && save.error.code === 'stale' ? (save.error.current as Item & Input) : undefined

  function keep(values: Input) {
    keepDraft(place, { values, version, at: new Date().toISOString() })
  }

  /** An offer that nobody has answered stands the next time too. */
  function forget() {
    if (draft && restored === 'asked') keepDraft(place, draft)
    else dropDraft(place)
  }

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
      onSaved: (saved) => navigate(doneTo, { state: justSaved(saved._id) }),
      onFailed: (error) => error instanceof ApiError && form.refuse(error.fields),
    })
    setIsBusy(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send(version)
  }

  function startOver(values: Input, base: number | undefined) {
    dropDraft(place)
    setRestored('no')
    setFrom(base)
    save.reset()
    form.reset(values)
    focusFirstInput(form.element.current)
  }

  /** Whatever was typed instead stays. */
  function decline() {
    setRestored('no')
    if (isSame(form.values, initial)) dropDraft(place)
    focusFirstInput(form.element.current)
  }

  function goOn() {
    setRestored('done')
    form.reset(drafted)
    keep(drafted)
    focusFirstInput(form.element.current)
  }

  function keepMine(current: Item) {
    setFrom(current.version)
    void send(current.version)
  }

  return (
    <form ref={form.element} noValidate onSubmit={submit} className="max-w-[1280px]">
      {draft && restored === 'asked' && <DraftOffer one={face.one} at={draft.at} onContinue={goOn} onDiscard={decline} />}
      {restored === 'done' && <DraftRestored onDiscard={() => startOver(initial, item?.version)} />}
      {children(form.field)}
      <div className="savebar">
        {conflict && <Conflict isBusy={isBusy} onKeep={() => keepMine(conflict)} onUse={() => startOver(conflict, conflict.version)} />}
        {save.error && !conflict && <Alert text={item ? resource.failed.update : resource.failed.create} reason={reason(save.error)} />}
        <div className="flex gap-2">
          <Button type="submit" look="primary" aria-disabled={isBusy}>
            {isBusy ? 'Saving Changes...' : saveLabel}
          </Button>
          <ButtonLink look="quiet" to={doneTo} state={returns} onClick={save.cancel}>
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
