import { type MouseEvent, useRef } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/api/call.ts'
import type { Change, Resource, Stored } from '#web/api/resource.ts'
import { reasonOf } from '#web/ui/base/Alert.tsx'
import { noteIn } from '#web/ui/base/arrival.ts'
import { useIsHere } from '#web/ui/base/here.ts'
import { notify } from '#web/ui/page/notices.ts'
import { tellDone } from '#web/ui/page/undo.ts'
import { usePlace } from '#web/ui/place/Here.tsx'
import { navigate } from '#web/ui/place/history.ts'
import { useWayBackTo } from './before.ts'
import { dropDraft, keepDraft, type Place, readDraft } from './drafts.ts'

type About = {
  /** Where the draft of the form is kept, and what gives it up. */
  place: Place
  forget: () => void
  /** Where an item is shown. */
  shownAt: (id: string) => string
}

type Outcome<Item> = { onSaved: (saved: Item) => void; onFailed: (error: Error) => void }

/**
 * Saves what a form holds. Once it is sent, a save belongs to the app: the form may be left, and a notice tells what became of it,
 * with a way back to the form where it failed. Where it was cancelled too late, the notice offers to take it back.
 */
export function useSaving<Item extends Stored, Input extends object>(
  resource: Resource<Item, Input>,
  schema: ZodMiniType<Input>,
  { place, forget, shownAt }: About,
) {
  const path = usePlace().pathname
  const isCancelled = useRef(false)
  const isMounted = useIsHere()
  // A form stays on the screen until the next one has been fetched; whoever has set out has left it.
  const isHere = () => isMounted() && !isCancelled.current && window.location.pathname === path
  const save = resource.useSave()
  const remove = resource.useRemove()
  const backTo = useWayBackTo(resource)
  const failureOf = ({ base }: Change<Input>) => (base ? resource.failed.update : resource.failed.create)

  /** Whether the form may be sent, once it is `ready`; `undefined` where it was left meanwhile, which withdraws the save. */
  async function wait(ready: () => Promise<boolean>): Promise<boolean | undefined> {
    isCancelled.current = false
    const isReady = await ready()
    return isHere() ? isReady : undefined
  }

  /** `before` is the item as the change found it, where that is known. */
  async function send(change: Change<Input>, before: Item | undefined, { onSaved, onFailed }: Outcome<Item>) {
    const draft = readDraft(place)
    try {
      const saved = await save.mutateAsync(change)
      if (isHere()) forget()
      else if (isSame(draft, readDraft(place))) dropDraft(place)
      if (isCancelled.current) return tellTooLate(saved, change, before)
      const told = { about: { name: resource.nameOf(saved), to: shownAt(saved._id) }, text: 'was saved.' }
      if (change.base) tellDone(told, [backTo(change.base, saved)])
      else notify(told)
      if (isHere()) onSaved(saved)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      console.error(failureOf(change), error)
      if (isHere()) onFailed(error)
      else if (!isCancelled.current) tellFailure(change, error, draft)
      else if (isUncertain(error)) notify({ text: 'The server gave no answer: what you cancelled may have been saved.', failed: true })
    }
  }

  function tellTooLate(saved: Item, { base }: Change<Input>, before: Item | undefined) {
    const text = 'It had been saved before you cancelled.'
    if (base && !before) return notify({ text })
    async function undo() {
      try {
        if (before) await save.mutateAsync({ input: schema.parse(before), base: saved })
        else await remove.mutateAsync(saved)
      } catch (error) {
        console.error(error)
        const failure = ['It could not be undone.', reasonOf(error)].join(' ').trim()
        notify({ text: failure, failed: true, action: { label: 'Try again', run: () => void undo() } })
      }
    }
    notify({ text, action: { label: 'Undo', run: () => void undo() } })
  }

  function tellFailure(change: Change<Input>, error: Error, draft: ReturnType<typeof readDraft>) {
    function back() {
      if (draft) keepDraft(place, draft)
      // A form that is open at this address already reads its draft no more.
      const isOpen = window.location.pathname === path
      navigate(path, { replace: isOpen, state: backToForm })
      if (isOpen) window.location.reload()
    }
    const text = [failureOf(change), reasonOf(error)].join(' ').trim()
    notify({ text, failed: true, action: { label: 'Back to the form', run: back } })
  }

  return {
    isHere,
    wait,
    send,
    error: save.error,
    reset: save.reset,
    /** The form is left, and what it holds given up. A click that opens another tab does neither. */
    cancel({ ctrlKey, metaKey, shiftKey }: MouseEvent) {
      if (ctrlKey || metaKey || shiftKey) return
      isCancelled.current = true
      forget()
    },
  }
}

/** The state of a history entry that opens a form with what was typed into it. */
const backToForm = { backToForm: true }

export const comesBack = (state: unknown): boolean => noteIn(state, 'backToForm') === true

/** Nobody knows whether the server has stored it. */
const isUncertain = (error: Error) => error instanceof ApiError && error.status === 0

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
