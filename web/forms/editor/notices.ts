import type { Change, Resource, Stored } from '#web/api/resource.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { withDraft } from '#web/forms/drafts/useFoundDraft.ts'
import { navigate } from '#web/router/location.ts'
import { notify, notifyFailure } from '#web/toasts/notices.ts'
import { toastWithUndo, type UndoStep } from '#web/toasts/undo.ts'
import { aliasVersion, resolveVersion } from '#web/toasts/version-aliases.ts'

/** One click was enough to lose a draft: says so, with the way back. */
export function tellDiscarded(bringBack: () => void): void {
  function undo() {
    bringBack()
    notify({ text: 'Draft restored.' })
  }
  notify({ text: 'Draft discarded.', undo })
}

type Saved<Item> = {
  saved: Item
  /** The version before the change, if any. */
  base?: { version: number } | undefined
  /** Additions to the notice. */
  more: (string | undefined)[]
  /** An addition about a new record that no list shows, because the form goes on to the next one. */
  beforeNext?: string | undefined
}

/** The notices about the outcome of a save. They appear on any screen, because a save goes on when its form is left. */
export function useSaveNotices<Item extends Stored, Input extends object>(resource: Resource<Item, Input>, { at }: ResourceConfig) {
  const { mutateAsync: remove } = resource.useRemove()
  const { mutateAsync: restoreVersion } = resource.useBringBack()

  const backTo = ({ version }: { version: number }, saved: Item): UndoStep => ({
    name: resource.nameOf(saved),
    go: async () => aliasVersion({ _id: saved._id, version }, await restoreVersion({ item: resolveVersion(saved), version })),
    done: 'was reverted.',
    failed: "couldn't be reverted.",
  })

  const unmaking = (saved: Item): UndoStep => ({
    name: resource.nameOf(saved),
    go: () => remove(saved),
    done: 'was deleted.',
    failed: "couldn't be deleted.",
  })

  return {
    tellSaved({ saved, base, more, beforeNext }: Saved<Item>) {
      const text = ['was saved.', beforeNext, ...more].filter(Boolean).join(' ')
      const told = { about: { name: resource.nameOf(saved), to: at.one(saved._id) }, text }
      if (base) toastWithUndo(told, [backTo(base, saved)])
      else if (beforeNext) toastWithUndo(told, [unmaking(saved)])
      else notify(told)
    },

    tellSavedBeforeCancelled(saved: Item, base: Change<Input>['base']) {
      toastWithUndo({ text: 'Your changes were saved before you canceled.' }, [base ? backTo(base, saved) : unmaking(saved)])
    },

    /** With a way back to the form at `path`, where the draft is. */
    tellFailed(text: string, { error, path, draft }: { error?: Error | undefined; path: string; draft: string }) {
      function back() {
        // A form that is already open at this address doesn't look for drafts again.
        const isOpen = window.location.pathname === path
        navigate(isOpen ? path + window.location.search : path, { replace: isOpen, state: withDraft(draft) })
        if (isOpen) window.location.reload()
      }
      notifyFailure(text, error, { action: { label: 'Back to the form', run: back } })
    },
  }
}
