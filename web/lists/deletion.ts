import { type RefCallback, useCallback, useState } from 'react'
import { isMissing } from '#web/api/call.ts'
import { isOutcomeUnknown } from '#web/api/is-outcome-unknown.ts'
import type { Collection, Stored } from '#web/api/resource.ts'
import { useAfterRender } from '#web/components/after-render.ts'
import { entries, entryOf, focusedEntry } from '#web/components/entries.ts'
import { focusFirstIn, focusHeading } from '#web/components/focus.ts'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { notifyFailure } from '#web/toasts/notices.ts'
import { toastWithUndo } from '#web/toasts/undo.ts'
import { aliasVersion, resolveVersion } from '#web/toasts/version-aliases.ts'

type Told = Parameters<typeof toastWithUndo>[0]

/** Deletes records of a list: asks first, shows a notice with Undo, and moves the focus to the next record. */
export function useDeletion<Item extends Stored>({ useRemove, useRestore, failed, nameOf }: Collection<Item>, told?: Told) {
  const [asked, setAsked] = useState<Item>()
  // Not the state of the mutation, which covers the latest call only: another deletion may be repeated meanwhile.
  const [failure, setFailure] = useState<{ item: Item; error: Error; isUncertain: boolean }>()
  const remove = useRemove()
  const restore = useRestore()
  const isHere = useIsMounted()
  const afterRender = useAfterRender()

  function tell(item: Item) {
    const name = nameOf(item)
    // The deletion is the latest version: restoring any other version would undo changes of other users.
    const go = async () => aliasVersion(item, await restore.mutateAsync(resolveVersion({ ...item, version: item.version + 1 })))
    toastWithUndo(told ?? { about: { name }, text: 'was deleted.' }, [{ name, go, done: 'was restored.', failed: "couldn't be restored." }])
  }

  /** Closes the dialog, unless it asks about another item meanwhile. */
  const close = (item: Item) => setAsked((now) => (now === item ? undefined : now))

  /** Continues when the user leaves the list; a notice reports the outcome then. */
  async function run(item: Item, before?: typeof failure) {
    const next = neighbour(item._id)
    const passFocusOn = () => afterRender(() => isFocusFree(item._id) && focusOn(next))
    setFailure((now) => (now?.item._id === item._id ? undefined : now))
    try {
      await remove.mutateAsync(item)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // The item is gone: an earlier try has worked without an answer, or another user has deleted it.
      if (before && isMissing(error) && !isOutcomeUnknown(error)) {
        passFocusOn()
        if (before.isUncertain) tell(item)
        return
      }
      console.error(failed.remove, error)
      close(item)
      if (isHere()) setFailure({ item, error, isUncertain: before?.isUncertain || isOutcomeUnknown(error) })
      else notifyFailure("couldn't be deleted.", error, { about: { name: nameOf(item) } })
      return
    }
    close(item)
    passFocusOn()
    tell(item)
  }

  return {
    /** The item that a person is being asked about. */
    asked,
    ask: setAsked,
    cancel: () => setAsked(undefined),
    confirm: () => asked && void run(asked),
    isBusy: remove.isPending && remove.variables === asked,
    error: failure?.error,
    /**
     * Repeats the deletion with the current version in `items`, or else the earlier version, which the server refuses if another user has
     * changed it.
     */
    retry(items: Item[]) {
      if (failure) void run(items.find(({ _id }) => _id === failure.item._id) ?? failure.item, failure)
    },
    dismiss: () => setFailure(undefined),
  }
}

/** Focuses the first control of the entry, or the page's heading if the entry is gone. */
export function focusOn(id: string | undefined) {
  if (!focusFirstIn(entryOf(id), 'a, button')) focusHeading()
}

/** Passes the focus on when a list entry, or a part of one, is removed while it has the focus: to the entry `to`, by default the next entry. */
export function useFocusPassedOn(id: string, to = neighbour): RefCallback<HTMLElement> {
  return useCallback(
    (element) => () => {
      if (element?.contains(document.activeElement)) focusOn(to(id))
    },
    [id, to],
  )
}

/**
 * Blurs the focused entry of a list before the whole list is removed. Each entry would otherwise pass the focus on to the next, with a layout of
 * the page each time.
 */
export function letFocusGo(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && focusedEntry()) activeElement.blur()
}

/** Whether the focus is in the entry or already lost: the focus must not be taken from another element. */
function isFocusFree(id: string): boolean {
  return document.activeElement === document.body || focusedEntry()?.dataset.entry === id
}

/** The entry that takes the place of `id` once it is gone. */
const neighbour = (id: string): string | undefined => entriesFrom(id).find((each) => each !== id)

/** The entries in sight from `id` on, and after the last of them those before it, the nearest first. */
export function entriesFrom(id: string | undefined): string[] {
  const ids = entries().flatMap(({ dataset }) => dataset.entry ?? [])
  const at = Math.max(0, ids.indexOf(id ?? ''))
  return [...ids.slice(at), ...ids.slice(0, at).reverse()]
}
