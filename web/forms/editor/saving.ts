import { type MouseEvent, useRef } from 'react'
import { ApiError } from '#web/api/call.ts'
import { isOutcomeUnknown } from '#web/api/is-outcome-unknown.ts'
import { reasonOf } from '#web/api/reason.ts'
import type { Change, Resource, Stored } from '#web/api/resource.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { useSession } from '#web/api/session.ts'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { type DraftKeeper, draftKeeper } from '#web/forms/drafts/keeper.ts'
import { withDraft } from '#web/forms/drafts/useFoundDraft.ts'
import { isSame } from '#web/forms/same.ts'
import { navigate } from '#web/router/location.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { notify } from '#web/toasts/notices.ts'
import { toastWithUndo, type UndoStep } from '#web/toasts/undo.ts'
import { useUndoSave } from './undo-save.ts'

type About<Item> = {
  config: ResourceConfig
  /** What keeps the draft of the form, and whose it is. */
  keeper: DraftKeeper
  owner: string
  /** An addition to the notice of a record whose save leads to the next form. */
  toldBeforeNext: (saved: Item) => string | undefined
}

type Saved<Item> = {
  onSaved: (saved: Item) => void
  /** An addition to the notice after saving. */
  more?: string
}
type Outcome<Item> = Saved<Item> & {
  /** The form's values, if the user has typed since sending. */
  typedSince: () => object | undefined
  /** Answers whether it was dealt with: not where the form has been left meanwhile. */
  onFailed: (error: Error) => Promise<boolean>
}

/**
 * Saves what a form holds. Once it is sent, a save belongs to the app: the form may be left, and a notice tells what became of it,
 * with a way back to the form where it failed. Where it was cancelled too late, the notice offers to take it back.
 */
export function useSaving<Item extends Stored, Input extends object>(resource: Resource<Item, Input>, about: About<Item>) {
  const { config, keeper, owner, toldBeforeNext } = about
  const path = useLocation().pathname
  const { session } = useSession()
  const isCancelled = useRef(false)
  // Of any of its tries: what the last one was refused for says nothing of those before.
  const mayBeStored = useRef(false)
  const isMounted = useIsMounted()
  // The form stays visible until the next screen has loaded; the user counts as gone before.
  const isHere = () => isMounted() && !isCancelled.current && window.location.pathname === path
  const save = resource.useSave()
  const remove = resource.useRemove()
  const backTo = useUndoSave(resource)
  const failureOf = ({ base }: Change<Input>) => (base ? resource.failed.update : resource.failed.create)

  /** Whether the form may be sent, once it is `ready`; `undefined` where it was left meanwhile, which withdraws the save. */
  async function wait(ready: () => Promise<boolean>): Promise<boolean | undefined> {
    isCancelled.current = false
    const isReady = await ready()
    return isHere() ? isReady : undefined
  }

  async function send(change: Change<Input>, { onSaved, typedSince, onFailed, more }: Outcome<Item>) {
    // The draft is not offered elsewhere before the outcome is known.
    const letGo = keeper.hold(session?.signal)
    let arrived: Item | undefined
    try {
      arrived = change.base ? undefined : await arrivedBefore(change.input)
      const saved = await save.mutateAsync(arrived ? { input: change.input, base: arrived } : named(change))
      keeper.drop()
      if (isCancelled.current) tellTooLate(saved, change.base)
      else tellSaved(saved, [more, keepRest(saved, typedSince())], change.base)
      if (isHere()) onSaved(saved)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      console.error(failureOf(change), error)
      if (isRefused(error)) keeper.notStored()
      mayBeStored.current = !isRefused(error) && (mayBeStored.current || isOutcomeUnknown(error))
      if (arrived) return goOnIn(arrived, typedSince() ?? change.input, error)
      if (isHere() && (await onFailed(error))) return
      if (!isCancelled.current) tellFailure(change, error)
      else if (mayBeStored.current) notify({ text: 'The server gave no answer: what you cancelled may have been saved.', failed: true })
    } finally {
      letGo()
    }
  }

  const named = (change: Change<Input>): Change<Input> =>
    change.base ? change : { ...change, idempotencyKey: keeper.sendAs(change.input) }

  /** Input that was sent before without an answer may be stored: the new input is then saved as a change of that record. */
  async function arrivedBefore(input: Input): Promise<Item | undefined> {
    const sent = keeper.sent()
    if (!sent || isSame(sent.input, input)) return undefined
    try {
      // As it was sent, for the server knows it by its letters.
      return await save.mutateAsync({ input: sent.input as Input, idempotencyKey: sent.as })
    } catch (error) {
      if (!(error instanceof Error) || !isRefused(error)) throw error
      keeper.notStored()
      return undefined
    }
  }

  /** The item is stored, and a change of it is not: that becomes a draft of it, in the form that edits it. */
  function goOnIn(stored: Item, values: object, error: Error) {
    keepRest(stored, values)
    keeper.drop()
    notify({ text: [resource.failed.update, reasonOf(error)].join(' ').trim(), failed: true })
    if (isHere()) navigate(config.at.edit(stored._id))
  }

  /** Finishes without a call, because the stored record equals the input. */
  function finish(stored: Item, { onSaved, more }: Saved<Item>) {
    keeper.drop()
    tellSaved(stored, [more])
    onSaved(stored)
  }

  /** Input typed after sending becomes a draft of the saved record. Returns the notice about it. */
  function keepRest(saved: Item, values: object | undefined): string | undefined {
    if (!values) return undefined
    draftKeeper({ owner, path: config.at.edit(saved._id), id: saved._id }).keep({
      values,
      base: { version: saved.version, values: saved },
    })
    return 'What you typed after that is kept as a draft.'
  }

  /** `base` is the version before the change, if any. */
  function tellSaved(saved: Item, more: (string | undefined)[], base: Change<Input>['base'] = undefined) {
    const particulars = base ? undefined : toldBeforeNext(saved)
    const text = ['was saved.', particulars, ...more].filter(Boolean).join(' ')
    const told = { about: { name: resource.nameOf(saved), to: config.at.one(saved._id) }, text }
    if (base) toastWithUndo(told, [backTo(base, saved)])
    else if (particulars) toastWithUndo(told, [unmaking(saved)])
    else notify(told)
  }

  const unmaking = (saved: Item): UndoStep => ({
    name: resource.nameOf(saved),
    go: () => remove.mutateAsync(saved),
    done: 'was deleted.',
    failed: 'could not be deleted.',
  })

  function tellTooLate(saved: Item, base: Change<Input>['base']) {
    toastWithUndo({ text: 'It had been saved before you cancelled.' }, [base ? backTo(base, saved) : unmaking(saved)])
  }

  function tellFailure(change: Change<Input>, error?: Error) {
    function back() {
      // A form that is open at this address already looks for drafts no more.
      const isOpen = window.location.pathname === path
      navigate(isOpen ? path + window.location.search : path, { replace: isOpen, state: withDraft(keeper.id) })
      if (isOpen) window.location.reload()
    }
    const text = [failureOf(change), reasonOf(error)].join(' ').trim()
    notify({ text, failed: true, action: { label: 'Back to the form', run: back } })
  }

  /** Discards the draft. Returns a function that restores it. */
  function giveUp(): () => void {
    isCancelled.current = true
    return keeper.drop()
  }

  return {
    isHere,
    wait,
    send,
    finish,
    error: save.error,
    /** What failed, in the resource's words. */
    failure: save.variables && failureOf(save.variables),
    reset: save.reset,
    /** For a change that could not even be sent, and whose form has been left. */
    tellNotSent: (change: Change<Input>) => !isCancelled.current && tellFailure(change),
    /** Leaves the form and discards its input; a click that opens another tab does neither. */
    cancel({ ctrlKey, metaKey, shiftKey }: MouseEvent) {
      if (!ctrlKey && !metaKey && !shiftKey) giveUp()
    },
    giveUp,
  }
}

/** The server has not stored it, neither now nor before. */
const isRefused = (error: Error) => error instanceof ApiError && (error.status === 409 || error.status === 422)
