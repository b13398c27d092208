import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Collection, Stored } from '#web/api/resource.ts'
import { reasonOf } from '#web/ui/base/Alert.tsx'
import { useIsHere } from '#web/ui/base/here.ts'
import { notify } from '#web/ui/page/notices.ts'
import { asItIsNow, noteTakenBack } from '#web/ui/page/taken-back.ts'
import { tellDone } from '#web/ui/page/undo.ts'

type Told = Parameters<typeof tellDone>[0]

/** Deleting from a list: ask, delete, say so with a way back, and put the focus where reading goes on. */
export function useDeletion<Item extends Stored>({ useRemove, useRestore, failed, nameOf }: Collection<Item>, told?: Told) {
  const [asked, setAsked] = useState<Item>()
  const remove = useRemove()
  const restore = useRestore()
  const isHere = useIsHere()

  function tell(item: Item) {
    const name = nameOf(item)
    // Its deletion is its latest version: what somebody has made of it since stays.
    const go = async () => noteTakenBack(item, await restore.mutateAsync(asItIsNow({ ...item, version: item.version + 1 })))
    tellDone(told ?? { about: { name }, text: 'was deleted.' }, [{ name, go, done: 'is back.', failed: 'could not be restored.' }])
  }

  /** Goes on when its list is left: what became of it is told in a notice then. */
  async function run(item: Item) {
    const next = neighbour(item._id)
    try {
      await remove.mutateAsync(item)
    } catch (error) {
      console.error(failed.remove, error)
      setAsked(undefined)
      if (!isHere()) notify({ text: [`${failed.remove}: ${nameOf(item)}.`, reasonOf(error)].join(' ').trim(), failed: true })
      return
    }
    flushSync(() => setAsked(undefined))
    if (isHere()) focusOn(next)
    tell(item)
  }

  return {
    /** The item that a person is being asked about. */
    asked,
    ask: setAsked,
    cancel: () => setAsked(undefined),
    confirm: () => asked && void run(asked),
    isBusy: remove.isPending,
    error: remove.error,
    /** Deletes it after all, as it is by now in `items`. */
    retry(items: Item[]) {
      const now = items.find(({ _id }) => _id === remove.variables?._id)
      if (now) void run(now)
      else remove.reset()
    },
    dismiss: remove.reset,
  }
}

/** Each entry of a list is marked with this, so that the focus finds its neighbour. */
export const entry = (id: string) => ({ 'data-entry': id })

/** Puts the focus where the entry begins, or to the head of the page where it is gone. */
export function focusOn(id: string | undefined) {
  const target = id && document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"] :is(a, button):not([tabindex="-1"])`)
  if (target) target.focus()
  else document.querySelector('h1')?.focus()
}

/**
 * For an entry of a list, or a part of one: where it goes while the focus is in it, because it was restored or isn't what is asked for any
 * more, the entry `to` gets that, its neighbour unless said.
 */
export function useFocusPassedOn<Its extends HTMLElement>(id: string, to = neighbour): RefObject<Its | null> {
  const element = useRef<Its>(null)
  useLayoutEffect(() => {
    const its = element.current
    return () => {
      if (its?.contains(document.activeElement)) focusOn(to(id))
    }
  }, [id, to])
  return element
}

/**
 * For what holds a whole list: where that goes, the focus in it goes first. Each of its entries would pass it on to the next, which goes as well,
 * and the browser would work out the whole page for each.
 */
export function useFocusLetGo() {
  useLayoutEffect(
    () => () => {
      const { activeElement } = document
      if (activeElement instanceof HTMLElement && activeElement.closest('[data-entry]')) activeElement.blur()
    },
    [],
  )
}

/** The entry that takes the place of `id` once it is gone. */
const neighbour = (id: string): string | undefined => entriesFrom(id).find((each) => each !== id)

/** The entries in sight from `id` on, and after the last of them those before it, the nearest first. */
export function entriesFrom(id: string | undefined): string[] {
  const entries = [...document.querySelectorAll<HTMLElement>('[data-entry]')].flatMap(({ dataset }) => dataset.entry ?? [])
  const at = Math.max(0, entries.indexOf(id ?? ''))
  return [...entries.slice(at), ...entries.slice(0, at).reverse()]
}
