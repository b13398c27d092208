import { useQueryClient } from '@tanstack/react-query'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/api/call.ts'
import { isOutcomeUnknown } from '#web/api/is-outcome-unknown.ts'
import type { Change, Resource, Stored } from '#web/api/resource.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { useSession } from '#web/api/session.ts'
import { sentence } from '#web/forms/conflicts/kept.ts'
import type { Follows } from '#web/forms/conflicts/merge.ts'
import { fieldsOf, reconcile } from '#web/forms/conflicts/reconcile.ts'
import type { DraftForm } from '#web/forms/drafts/draft.ts'
import { draftKeeper } from '#web/forms/drafts/keeper.ts'
import { isSame } from '#web/forms/same.ts'
import type { useForm } from '#web/forms/useForm.ts'
import { navigate } from '#web/router/location.ts'
import { notify, notifyFailure } from '#web/toasts/notices.ts'
import { useSaveNotices } from './notices.ts'
import { type Base, dispatcher, type EditorStore } from './state.ts'

type About<Item extends Stored, Input extends object> = {
  config: ResourceConfig
  resource: Resource<Item, Input>
  schema: ZodMiniType<Input>
  follows: Follows<Input>
  place: DraftForm
  store: EditorStore<Item, Input>
  form: ReturnType<typeof useForm<Input>>
  /** The stored record that is edited. */
  item: Item | undefined
  /** Whether the user still sees the form. */
  isHere: () => boolean
  beforeNext: (saved: Item) => string | undefined
  onSaved: (saved: Item) => void
}

/**
 * Sends the input. Once it is sent, a save belongs to the app: the form may be left, and a notice tells the outcome. Changes of other
 * users are merged, and without conflicts the result is sent again.
 */
export function useDelivery<Item extends Stored, Input extends object>(about: About<Item, Input>) {
  const { config, resource, schema, follows, place, store, form, item, isHere, beforeNext, onSaved } = about
  const dispatch = dispatcher(store)
  const client = useQueryClient()
  const { session } = useSession()
  const { mutateAsync: save } = resource.useSave()
  const restore = resource.useRestore()
  const { tellSaved, tellSavedBeforeCancelled, tellFailed } = useSaveNotices(resource, config)
  const failureOf = ({ base }: Change<Input>) => (base ? resource.failed.update : resource.failed.create)
  const keptToo = () => sentence(store.get().kept, 'were kept')

  /** Saves `input` as a change of the record since `from`, or without `from` as a new record. */
  async function deliver(input: Input, from: Base | undefined): Promise<void> {
    const change = item && from ? { input, base: { _id: item._id, version: from.version } } : { input }
    const { keeper } = store.get()
    const sent = form.getValues()
    const typedSince = () => (isSame(form.getValues(), sent) ? undefined : form.getValues())
    // The draft is not offered elsewhere before the outcome is known.
    const release = keeper.hold(session?.signal)
    dispatch({ kind: 'attempted' })
    let arrived: Item | undefined
    try {
      arrived = change.base ? undefined : await arrivedBefore(input)
      const saved = await save(
        arrived ? { input, base: arrived } : change.base ? change : { ...change, idempotencyKey: keeper.sendAs(input) },
      )
      keeper.drop()
      if (store.get().isCancelled) tellSavedBeforeCancelled(saved, change.base)
      else finish(saved, change.base, keepRest(saved, typedSince()))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      console.error(failureOf(change), error)
      if (isRefused(error)) keeper.notStored()
      if (arrived) goOnIn(arrived, typedSince() ?? input, error)
      else await fail(error, change, from)
    } finally {
      release()
    }
  }

  function finish(saved: Item, base?: Change<Input>['base'], rest?: string) {
    tellSaved({ saved, base, more: [keptToo(), rest], beforeNext: base ? undefined : beforeNext(saved) })
    if (isHere()) onSaved(saved)
  }

  /** Input that was sent before without an answer may be stored: the new input is then saved as a change of that record. */
  async function arrivedBefore(input: Input): Promise<Item | undefined> {
    const { keeper } = store.get()
    const sent = keeper.sent()
    if (!sent || isSame(sent.input, input)) return undefined
    try {
      // As it was sent, for the server knows it by its letters.
      return await save({ input: sent.input as Input, idempotencyKey: sent.as })
    } catch (error) {
      if (!(error instanceof Error) || !isRefused(error)) throw error
      keeper.notStored()
      return undefined
    }
  }

  /** Input typed after sending becomes a draft of the saved record. Returns the notice about it. */
  function keepRest(saved: Item, values: object | undefined): string | undefined {
    if (!values) return undefined
    const edited = { owner: place.owner, path: config.at.edit(saved._id), id: saved._id }
    draftKeeper(edited).keep({ values, base: { version: saved.version, values: saved } })
    return 'Your later changes are kept as a draft.'
  }

  /** The record is stored, and a change of it is not: that becomes a draft of it, in the form that edits it. */
  function goOnIn(stored: Item, values: object, error: Error) {
    keepRest(stored, values)
    store.get().keeper.drop()
    notifyFailure(resource.failed.update, error)
    if (isHere()) navigate(config.at.edit(stored._id))
  }

  async function fail(error: Error, change: Change<Input>, from: Base | undefined) {
    // The refusal of the last request says nothing about those before.
    const mayBeStored = !isRefused(error) && (store.get().mayBeStored || isOutcomeUnknown(error))
    dispatch({ kind: 'failed', error, change, mayBeStored })
    const isConflicting = error instanceof ApiError && from !== undefined && isConflict<Item>(error, from)
    if (isHere() && isConflicting && (await merge(error.current, change.input, from))) return
    if (isHere() && !isConflicting) {
      if (error instanceof ApiError) form.setErrors(error.fields)
      return
    }
    const { isCancelled, keeper } = store.get()
    if (!isCancelled) tellFailed(failureOf(change), { error, path: place.path, draft: keeper.id })
    else if (mayBeStored) notify({ text: "The server didn't respond. Your canceled changes may have been saved.", failed: true })
  }

  /** Merges the input with the version that another user has stored. Returns whether the form is still there. */
  async function merge(current: Item, input: Input, from: Base): Promise<boolean> {
    const versions = await versionsOf(current._id)
    // The user may have typed since sending.
    const mine = schema.safeParse(form.getValues()).data ?? fieldsOf(input, form.getValues())
    if (!isHere()) return false
    const result = reconcile({ mine, since: from.version, base: from.values, current, versions }, follows)
    const base = { version: current.version, values: current }
    dispatch({ kind: 'merged', item: current, since: from, result })
    form.clearErrors()
    store.get().keeper.keep({ values: result.values, base: result.choices ? from : base })
    if (result.choices) return true
    if (result.isStored) {
      store.get().keeper.drop()
      finish(current)
      return true
    }
    const merged = form.check()
    if (merged) await deliver(merged, base)
    return true
  }

  /** Returns no versions where the history can't be loaded now. */
  async function versionsOf(id: string) {
    try {
      return (await client.fetchInfiniteQuery(resource.history(id))).pages.flat()
    } catch (error) {
      console.error('The history could not be fetched', error)
      return []
    }
  }

  /** Restores a record from the trash. A deletion makes a version of its own, which only the refusal tells. */
  async function bringBack(seen: Pick<Stored, '_id' | 'version'>): Promise<Item | 'is not in the trash' | undefined> {
    try {
      return await restore.mutateAsync({ _id: seen._id, version: seen.version })
    } catch (error) {
      if (error instanceof ApiError && isConflict<Item>(error, seen)) return bringBack(error.current)
      console.error('It could not be restored', error)
      return isNotFound(error) ? 'is not in the trash' : undefined
    }
  }

  /** Restores a deleted record and saves the input. A record outside the trash may have been restored already. */
  async function restoreFirst(input: Input, from: Base) {
    if (!item) return
    const restored = await bringBack(item)
    if (restored === 'is not in the trash') return deliver(input, from)
    const isThere = restored ? await merge(restored, input, from) : isHere()
    const { isCancelled, keeper } = store.get()
    if (!isThere && !isCancelled) tellFailed(resource.failed.update, { path: place.path, draft: keeper.id })
  }

  return { deliver, restoreFirst, failureOf, restoreError: restore.error }
}

/** Whether the stored version differs from the starting point of the input: otherwise the same refusal would repeat endlessly. */
const isConflict = <Item extends Stored>(error: ApiError, { version }: Pick<Stored, 'version'>): error is ApiError & { current: Item } =>
  error.code === 'stale' && ![undefined, version].includes((error.current as Item | undefined)?.version)

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

/** The server has not stored the input, neither now nor before. */
const isRefused = (error: Error) => error instanceof ApiError && (error.status === 409 || error.status === 422)
