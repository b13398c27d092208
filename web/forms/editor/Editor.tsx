import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/api/call.ts'
import type { Resource, Stored } from '#web/api/resource.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { FootBar } from '#web/components/FootBar.tsx'
import { Conflict, focusOnChoice } from '#web/forms/conflicts/Conflict.tsx'
import { DeletedWarning } from '#web/forms/conflicts/DeletedWarning.tsx'
import { undecided } from '#web/forms/conflicts/field-conflicts.ts'
import type { Follows } from '#web/forms/conflicts/merge.ts'
import type { DraftForm } from '#web/forms/drafts/autosave.ts'
import type { FoundDraft } from '#web/forms/drafts/useOrphanedDraft.ts'
import { focusFirstInput } from '#web/forms/focus.ts'
import { LeaveDialog } from '#web/forms/LeaveDialog.tsx'
import { useReauthenticateWhileDirty } from '#web/forms/reauthenticate-while-dirty.ts'
import { isSame } from '#web/forms/same.ts'
import { useUnsavedChangesPrompt } from '#web/forms/unsaved-changes-prompt.ts'
import { type Fields, useForm } from '#web/forms/useForm.ts'
import { wayBack } from '#web/lists/list-state.ts'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { navigate } from '#web/router/location.ts'
import { justSaved, returnState } from '#web/router/location-state.ts'
import { DraftOffer, DraftRestored } from './DraftNote.tsx'
import { tellGivenUp, useDrafting } from './drafting.ts'
import { fittingThree, isForNext, type Next, NextButton } from './Next.tsx'
import { useSaving } from './saving.ts'
import { type Base, useSubmit } from './submit.ts'

type EditorProps<Item extends Stored, Input extends object> = {
  config: ResourceConfig
  resource: Resource<Item, Input>
  schema: ZodMiniType<Input>
  /** The user, the address and the orphaned draft of the form. */
  place: DraftForm
  left: FoundDraft
  /** What the form starts from: a stored item, or the values of a new one. */
  initial: Input
  /** The stored item, where one is edited: another one takes its place until `onBegin`. */
  item: Item | undefined
  /** Whether that has been deleted by now. */
  isDeleted?: boolean
  /** Called with the record that the form continues from: at the first change, and after each merge. */
  onBegin?: (item: Item) => void
  /** Fields that go with another one. */
  follows?: Follows<Input> | undefined
  saveLabel: string
  next?: Next<Item> | undefined
  onSaved?: ((saved: Item) => void) | undefined
  children: (field: Fields<Input>) => ReactNode
}

/** A form over the contract's own schema, for a new item or a stored one. Nothing typed into it is lost before it is saved or given up. */
export function Editor<Item extends Stored, Input extends object>(props: EditorProps<Item, Input>) {
  const {
    config,
    resource,
    schema,
    place,
    left,
    initial,
    item,
    isDeleted = false,
    onBegin,
    follows = {},
    saveLabel,
    next,
    onSaved,
    children,
  } = props
  const { to: doneTo } = wayBack(config)
  const isNew = item === undefined
  const drafting = useDrafting({ schema, place, left, initial, isNew })
  const { keeper, offered, restored } = drafting
  const kept = keeper.where()
  const [began, setBegan] = useState(restored?.draft.base)
  const base = began ?? (item && { version: item.version, values: initial })
  // Not `save.isPending`, which comes a moment later: a second click would get in between.
  const [isBusy, setIsBusy] = useState(false)
  const [isSent, setIsSent] = useState(false)
  // Whether the save that is on its way leads to the next item.
  const goesOn = useRef(false)
  const save = useSaving(resource, {
    config,
    keeper,
    owner: place.owner,
    toldBeforeNext: (saved) => (goesOn.current ? next?.told(saved) : undefined),
  })
  const form = useForm(schema, drafting.values ?? initial, (values) => {
    // An upload, or the answer about a code, may come after the form has been left.
    if (!save.isHere()) return
    if (item) onBegin?.(item)
    delivery.follow(values)
    if (isSame(values, initial) && !choices) keeper.drop()
    else keeper.keep({ values, base: delivery.since ?? base })
  })
  useReauthenticateWhileDirty(form, initial)
  const isUnsaved = !isSame(form.values, initial) && !isSame(form.values, drafting.values ?? initial)
  // Once it is sent, a save belongs to the app; but not beyond the end of its tab.
  const leaving = useUnsavedChangesPrompt({ isAsking: isUnsaved && !isSent, isUnsaved })

  useEffect(() => {
    if (isNew) focusFirstInput(form.element.current)
  }, [isNew, form.element])

  const delivery = useSubmit({ resource, schema, follows, form, save, item, isDeleted, onTaken: goOnFrom, onSaved: leave })
  const { choices, gone } = delivery

  function leave(saved: Item) {
    onSaved?.(saved)
    if (goesOn.current && next) next.begin(saved)
    else navigate(doneTo, { state: justSaved(saved._id) })
  }

  function goOnFrom(current: Item, values: Input, from: Base) {
    setBegan(undefined)
    onBegin?.(current)
    keeper.keep({ values, base: from })
  }

  /** Calls `how` with the valid input, after pending uploads. */
  async function send(how: (input: Input) => Promise<void>) {
    if (isBusy) return
    setIsBusy(true)
    const isReady = await save.wait(form.ready)
    const input = isReady === undefined ? undefined : form.check()
    if (isReady && input) {
      setIsSent(true)
      await how(input)
      setIsSent(false)
    }
    setIsBusy(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    goesOn.current = isForNext(event)
    if (goesOn.current && next?.isFollowing && isSame(form.getValues(), initial)) return
    const open = choices && undecided(choices)
    if (open !== undefined) return focusOnChoice(form.element.current, open)
    if (choices) keeper.keep({ values: form.getValues(), base })
    delivery.settle()
    void send((input) => delivery.deliver(input, base))
  }

  function startOver() {
    drafting.giveUp()
    setBegan(undefined)
    save.reset()
    delivery.reset()
    form.reset()
    focusFirstInput(form.element.current)
  }

  function decline() {
    drafting.decline()
    focusFirstInput(form.element.current)
  }

  /** Leaves the form and discards its input. */
  function discard() {
    const bringBack = save.giveUp()
    if (kept) tellGivenUp(bringBack)
  }

  async function goOn() {
    const taken = await drafting.takeUp()
    if (taken) {
      setBegan(taken.base)
      form.reset(taken.values)
    }
    focusFirstInput(form.element.current)
  }

  return (
    <form ref={form.element} noValidate onSubmit={submit} className="max-w-[1440px]">
      {offered && <DraftOffer one={config.one} at={offered.at} onContinue={() => void goOn()} onDiscard={decline} />}
      {restored && <DraftRestored lost={restored.lost} onDiscard={startOver} />}
      {children(form.field)}
      {choices && <Conflict key={item?.version} choices={choices} listing={resource.listing} onChoose={delivery.choose} />}
      <FootBar>
        {gone && base && (
          <DeletedWarning
            one={config.one}
            {...gone}
            isBusy={isBusy}
            onRestore={() => void send((input) => delivery.restoreFirst(input, base))}
            onSaveAsNew={() => void send((input) => delivery.deliver(input, undefined))}
          />
        )}
        {save.error && save.failure && !gone && !isBusy && <Alert text={save.failure} reason={reason(save.error)} />}
        {delivery.kept && (
          <p role="status" className="mb-3 text-ink-2">
            {delivery.kept}
          </p>
        )}
        <div className={`flex flex-wrap gap-2 ${next ? fittingThree : ''}`}>
          <Button type="submit" look="primary" aria-disabled={isBusy}>
            {isBusy ? 'Saving Changes...' : saveLabel}
          </Button>
          {next && <NextButton label={next.label} isBusy={isBusy} />}
          <ButtonLink look="quiet" to={doneTo} state={returnState} onClick={isSent ? save.cancel : undefined}>
            Cancel
          </ButtonLink>
        </div>
      </FootBar>
      {leaving.isAsked && (
        <LeaveDialog
          fate={fates[kept ?? 'nowhere']}
          onStay={leaving.stay}
          onKeep={kept && (() => leaving.go())}
          onDiscard={() => leaving.go(discard)}
        />
      )}
    </form>
  )
}

/** What becomes of the draft when its form is left, by where it lies. */
const fates = {
  browser: 'Your changes are kept as a draft in this browser for a week. Only you can read the draft.',
  tab: 'Your changes are kept as a draft until you close this tab.',
  nowhere: "This browser has no space left, so your changes can't be kept as a draft.",
}

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
