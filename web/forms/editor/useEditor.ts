import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import type { Resource, Stored } from '#web/api/resource.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { type Side, undecided } from '#web/forms/conflicts/field-conflicts.ts'
import { sentence } from '#web/forms/conflicts/kept.ts'
import { type Follows, goingWith, type NameOf } from '#web/forms/conflicts/merge.ts'
import type { DraftForm } from '#web/forms/drafts/draft.ts'
import { fitting } from '#web/forms/drafts/fitting.ts'
import { draftKeeper } from '#web/forms/drafts/keeper.ts'
import type { FoundDraft, RestorableDraft } from '#web/forms/drafts/useFoundDraft.ts'
import { focusFirstInput, focusStart, useFocusFirstInput } from '#web/forms/focus.ts'
import { useReauthenticateWhileDirty } from '#web/forms/reauthenticate-while-dirty.ts'
import { isSame } from '#web/forms/same.ts'
import { useForm } from '#web/forms/useForm.ts'
import { wayBack } from '#web/lists/list-state.ts'
import { navigate } from '#web/router/location.ts'
import { justSaved } from '#web/router/location-state.ts'
import { createStore, useStore } from '#web/store.ts'
import type { Next } from './Next.tsx'
import { tellDiscarded } from './notices.ts'
import { baseOf, dispatcher, type EditorState, untouched } from './state.ts'
import { isNotFound, useDelivery } from './useDelivery.ts'
import { useFollowReplacement } from './useFollowReplacement.ts'

export type EditorConfig<Item extends Stored, Input extends object> = {
  config: ResourceConfig
  resource: Resource<Item, Input>
  schema: ZodMiniType<Input>
  place: DraftForm
  /** The draft that was found for the form. It may come after the form has opened. */
  found: FoundDraft
  blank: Input
  /** The latest version of the stored record, where one is edited. */
  record: (Item & Input) | undefined
  isDeleted?: boolean
  /** Fields that go with another one. */
  follows?: Follows<Input> | undefined
  next?: Next<Item> | undefined
  onSaved?: ((saved: Item) => void) | undefined
}

/** The state of a form for a record, and all that a user can do with it. Nothing typed is lost before it is saved or discarded. */
export function useEditor<Item extends Stored, Input extends object>(about: EditorConfig<Item, Input>) {
  const { config, resource, schema, place, found, blank, record, isDeleted = false, follows = {}, next, onSaved } = about
  const isNew = record === undefined
  const [store] = useState(() => createStore(opened()))
  const state = useStore(store)
  const dispatch = dispatcher<Item & Input, Input>(store)
  const { keeper, offered, restored, conflict, failure } = state
  const item = state.item ?? record
  const initial: Input = item ?? blank
  const isBusy = state.phase !== 'editing'
  const base = () => baseOf(store.get(), record)

  const isMounted = useIsMounted()
  // The form stays visible until the next screen has loaded. The user counts as gone before.
  const isHere = () => isMounted() && !store.get().isCancelled && window.location.pathname === place.path

  const form = useForm(schema, restored?.values ?? initial, { get: () => store.get().typed, set: type })
  useReauthenticateWhileDirty(form, initial)
  useLayoutEffect(() => keeper.hold(), [keeper])
  useFocusFirstInput(form.element, (opened) => {
    // The user has asked for the next form, so the focus moves there on touch screens, too.
    if (next?.isFollowing) focusStart(opened, {})
    else if (isNew) focusFirstInput(opened)
  })
  const [atOpening] = useState(found.draft)
  const offerLate = useEffectEvent(() => dispatch({ kind: 'offered', draft: found.draft }))
  useEffect(() => {
    if (found.draft !== atOpening) offerLate()
  }, [found.draft, atOpening])

  const followReplacement = useFollowReplacement({ one: resource.one(item?._id ?? ''), store, base })
  const delivery = useDelivery({
    config,
    resource,
    schema,
    follows,
    place,
    store,
    form,
    item,
    isHere,
    beforeNext: (saved) => (store.get().goesOn ? next?.told(saved) : undefined),
    onSaved: leave,
  })

  /** The draft of a new record is only offered, because it may be about another one, unless the user has asked for it. */
  function opened(): EditorState<Item & Input, Input> {
    const isOffered = isNew && !found.isWanted
    const draft = isOffered ? undefined : found.draft
    const start = untouched(draftKeeper(place, draft))
    if (!draft) return { ...start, offered: found.draft }
    return { ...start, restored: restoredFrom(draft, record ?? blank), base: draft.draft.base }
  }

  function restoredFrom(draft: RestorableDraft, start: Input) {
    return { draft, values: fitting(schema, start, draft.draft.values) }
  }

  function type(values: Input) {
    // An upload, or the answer about a code, may come after the form has been left.
    const isOpen = isHere()
    dispatch({ kind: 'typed', values, item: isOpen ? record : undefined })
    if (!isOpen) return
    const now = store.get()
    if (isSame(values, initial) && !now.conflict) now.keeper.drop()
    else now.keeper.keep({ values, base: now.conflict?.since ?? base() })
  }

  function leave(saved: Item) {
    onSaved?.(saved)
    if (store.get().goesOn && next) next.begin(saved)
    else navigate(wayBack(config).to, { state: justSaved(saved._id) })
  }

  /** Calls `how` with the valid input, after pending uploads. */
  async function send(how: (input: Input) => Promise<void>, goesOn = false) {
    if (store.get().phase !== 'editing') return
    dispatch({ kind: 'submitted', goesOn })
    const isReady = await form.ready()
    const input = isHere() ? form.check() : undefined
    if (isReady && input) {
      dispatch({ kind: 'sent' })
      await how(input)
    }
    dispatch({ kind: 'ended' })
  }

  /** Saves the input. Returns the field that the user has to decide first, if any. */
  function submit(goesOn: boolean): NameOf<Input> | undefined {
    if (goesOn && next?.isFollowing && isSame(form.getValues(), initial)) return
    const open = conflict && undecided(conflict.choices)
    if (open !== undefined) return open
    if (conflict) keeper.keep({ values: form.getValues(), base: base() })
    dispatch({ kind: 'decided' })
    void send((input) => delivery.deliver(input, base()), goesOn)
    return undefined
  }

  function choose(name: NameOf<Input>, side: Side) {
    if (!conflict) return
    dispatch({ kind: 'chosen', name, side })
    for (const each of goingWith(name, follows)) form.field(each).onChange(conflict.choices[side][each])
  }

  function offerAgain(draft: RestorableDraft, bringBack: () => void) {
    tellDiscarded(() => {
      bringBack()
      dispatch({ kind: 'offered', draft })
    })
  }

  /** Opens the offered draft. Input typed before into the form for a new record becomes a draft of its own. */
  function takeUp() {
    if (!offered) return
    const opening = draftKeeper(place, offered)
    if (opening.id === keeper.id) opening.replace(offered.draft)
    dispatch({ kind: 'restored', keeper: opening, ...restoredFrom(offered, initial) })
    form.clearErrors()
    focusFirstInput(form.element.current)
  }

  /** Discards the offered draft. Newer input stays. */
  function decline() {
    const isReplaced = offered?.id === keeper.id && keeper.hasInput()
    dispatch({ kind: 'offered', draft: undefined })
    if (offered && !isReplaced) offerAgain(offered, draftKeeper(place, offered).drop())
    focusFirstInput(form.element.current)
  }

  /** Discards the restored draft. Later input becomes a new draft. */
  function startOver() {
    const bringBack = keeper.drop()
    if (restored) offerAgain(restored.draft, bringBack)
    dispatch({ kind: 'discarded', keeper: draftKeeper(place) })
    form.clearErrors()
    focusFirstInput(form.element.current)
  }

  /** Discards the input of a form that is being left, and cancels its save. Returns a function that brings the draft back. */
  function discard() {
    dispatch({ kind: 'cancelled' })
    return keeper.drop()
  }

  const isTyped = !isSame(form.values, initial)
  const isGone = !isNew && (isDeleted || isNotFound(failure?.error))
  const start = base()
  return {
    state,
    form,
    item,
    isBusy,
    isUnsaved: isTyped && !isSame(form.values, restored?.values ?? initial),
    isSent: state.phase === 'sending',
    /** The record was deleted: to the trash, or for good. */
    gone: isGone && start ? { isForGood: isNotFound(delivery.restoreError), failure: delivery.restoreError } : undefined,
    failure: failure && { text: delivery.failureOf(failure.change), error: failure.error },
    kept: sentence(state.kept, 'are in the form'),
    followReplacement,
    submit,
    choose,
    takeUp,
    decline,
    startOver,
    discard,
    restoreAndSave: () => void send((input) => (start ? delivery.restoreFirst(input, start) : Promise.resolve())),
    saveAsNew: () => void send((input) => delivery.deliver(input, undefined)),
    /** Leaves the form and discards its input. A click that opens another tab does neither. */
    cancel({ ctrlKey, metaKey, shiftKey }: MouseEvent) {
      if (!ctrlKey && !metaKey && !shiftKey) discard()
    },
  }
}
