import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/api/call.ts'
import type { Resource, Stored } from '#web/api/resource.ts'
import type { Face } from '#web/face.ts'
import { Alert } from '#web/ui/base/Alert.tsx'
import { returns } from '#web/ui/base/arrival.ts'
import { Button, ButtonLink } from '#web/ui/base/Button.tsx'
import type { Place } from '#web/ui/drafts/keeper.ts'
import type { Found } from '#web/ui/drafts/useLeftDraft.ts'
import { wayBack } from '#web/ui/list/list-state.ts'
import { justSaved } from '#web/ui/list/marked.ts'
import { navigate } from '#web/ui/place/history.ts'
import { Conflict } from './Conflict.tsx'
import { DraftOffer, DraftRestored } from './DraftNote.tsx'
import { useDrafting } from './drafting.ts'
import { focusFirstInput } from './focus.ts'
import { type Fields, useForm } from './form.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { useLeaving } from './leaving.ts'
import { useSaving } from './saving.ts'

type EditorProps<Item extends Stored, Input extends object> = {
  face: Face
  resource: Resource<Item, Input>
  schema: ZodMiniType<Input>
  /** Under whose id, and at which address, what is typed is kept; and what they left there. */
  place: Place
  left: Found
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
  const { face, resource, schema, place, left, initial, item, onBegin, saveLabel, children } = props
  const { to: doneTo } = wayBack(face)
  const isNew = item === undefined
  const drafting = useDrafting({ schema, place, left, initial, isNew })
  const { keeper, offered, restored } = drafting
  const [begun, setBegun] = useState(restored?.draft.base)
  const base = begun ?? (item && { version: item.version, values: initial })
  // Not `save.isPending`, which comes a moment later: a second click would get in between.
  const [isBusy, setIsBusy] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const save = useSaving(resource, schema, { keeper, shownAt: face.at.one })
  const form = useForm(schema, drafting.values ?? initial, (values) => {
    // An upload, or the answer about a code, may come after the form has been left.
    if (!save.isHere()) return
    onBegin?.()
    if (isSame(values, initial)) keeper.drop()
    else keeper.keep({ values, base })
  })
  const isUnsaved = !isSame(form.values, initial) && !isSame(form.values, drafting.values ?? initial)
  // Once it is sent, a save belongs to the app; but not beyond the end of its tab.
  const leaving = useLeaving({ isAsking: isUnsaved && !isSent, isUnsaved })

  useEffect(() => {
    if (isNew) focusFirstInput(form.element.current)
  }, [isNew, form.element])

  const conflict = save.error instanceof ApiError && save.error.code === 'stale' ? (save.error.current as Item & Input) : undefined

  async function send(version: number | undefined) {
    if (isBusy) return
    setIsBusy(true)
    const isReady = await save.wait(form.ready)
    if (isReady === undefined) return
    const input = form.check()
    if (!isReady || !input) return setIsBusy(false)
    const change = item && version !== undefined ? { input, base: { _id: item._id, version } } : { input }
    const before = [conflict, item].find((stored) => stored?.version === version)
    setIsSent(true)
    await save.send(change, before, {
      onSaved: (saved) => navigate(doneTo, { state: justSaved(saved._id) }),
      onFailed: (error) => error instanceof ApiError && form.refuse(error.fields),
    })
    setIsSent(false)
    setIsBusy(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send(base?.version)
  }

  function startOver(values: Input, from: typeof base) {
    drafting.giveUp()
    setBegun(from)
    save.reset()
    form.reset(values)
    focusFirstInput(form.element.current)
  }

  function decline() {
    drafting.decline()
    focusFirstInput(form.element.current)
  }

  async function goOn() {
    const taken = await drafting.takeUp()
    if (taken) {
      setBegun(taken.base)
      form.reset(taken.values)
    }
    focusFirstInput(form.element.current)
  }

  function keepMine(current: Item) {
    setBegun({ version: current.version, values: current })
    void send(current.version)
  }

  return (
    <form ref={form.element} noValidate onSubmit={submit} className="max-w-[1280px]">
      {offered && <DraftOffer one={face.one} at={offered.at} onContinue={() => void goOn()} onDiscard={decline} />}
      {restored && <DraftRestored lost={restored.lost} onDiscard={() => startOver(initial, undefined)} />}
      {children(form.field)}
      <div className="savebar">
        {conflict && (
          <Conflict
            isBusy={isBusy}
            onKeep={() => keepMine(conflict)}
            onUse={() => startOver(conflict, { version: conflict.version, values: conflict })}
          />
        )}
        {save.error && !conflict && <Alert text={item ? resource.failed.update : resource.failed.create} reason={reason(save.error)} />}
        <div className="flex gap-2">
          <Button type="submit" look="primary" aria-disabled={isBusy}>
            {isBusy ? 'Saving Changes...' : saveLabel}
          </Button>
          <ButtonLink look="quiet" to={doneTo} state={returns} onClick={isSent ? save.cancel : undefined}>
            Cancel
          </ButtonLink>
        </div>
      </div>
      {leaving.isAsked && (
        <LeaveDialog where={keeper.where()} onStay={leaving.stay} onLeave={() => leaving.go()} onDiscard={() => leaving.go(save.giveUp)} />
      )}
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
