import { useEffectEvent, useLayoutEffect } from 'react'
import { isDialogOpen } from '#web/components/modal.ts'
import { isPopoverOpen } from '#web/components/popover.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { isWritten, nameOf } from './pressed.ts'
import { areSingleKeysOn } from './switch.ts'
import type { Keys } from './words.ts'

/** Does what a key is for. `false` says that there was nothing to do: then the key is left to others who have declared it, or to the browser. */
type Run = (event: KeyboardEvent) => unknown
type Shortcuts = { readonly [Key in Keys]?: Run }

/** `repeated`: also for the repeats of a held key. `everywhere`: also while the next screen loads, which other keys may be meant for. */
type Manner = 'repeated' | 'everywhere'

/** The shortcuts that a component has declared, and the path of its screen. */
type Declared = { runs: Readonly<Record<string, Run | undefined>>; pathname: string; manner: Manner | undefined }
const declared = new Set<() => Declared>()

/** How long the next key of a sequence may take, in milliseconds. */
const sequenceTimeout = 1_500
/** The keys of a sequence so far, each followed by a space, and when the last of them was pressed. */
let begun = { keys: '', at: 0 }

/**
 * Registers shortcuts while the component is mounted; the latest registration of a key wins. `words.ts` describes each. Shortcuts are off
 * while a dialog is open, with other modifiers held, and during composition. Those of one character are also off in inputs, in open menus,
 * while a screen loads, and where the user has turned them off; others, such as those with Ctrl, work there (`isTyping` tells). A held key
 * counts once.
 *
 *     useShortcuts({ x: select, 'Ctrl+Shift+Enter': saveAndTakeNext })
 *     useShortcuts({ n: () => navigate(paths.bookings.add) }, 'everywhere')
 *     useShortcuts({ j: () => step(1), k: () => step(-1) }, 'repeated')
 */
export function useShortcuts(runs: Shortcuts, manner?: Manner): void {
  const { pathname } = useLocation()
  const latest = useEffectEvent((): Declared => ({ runs, pathname, manner }))
  useLayoutEffect(() => {
    const its = () => latest()
    declared.add(its)
    return () => void declared.delete(its)
  }, [])
}

/** Whether keys write something there. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])'))

addEventListener('keydown', hear)

function hear(event: KeyboardEvent) {
  // The browser's autofill sends key events without a name.
  if (event.defaultPrevented || !event.key || isModifier(event.key) || isDialogOpen()) return
  const name = nameOf(event)
  if (name === undefined) return
  const latestFirst = [...declared].reverse().map((latest) => latest())
  if (!isWritten(name)) return press(name, event, latestFirst)
  if (!areSingleKeysOn() || isTyping(event.target) || isChoosing(event.target)) return
  const before = event.timeStamp - begun.at < sequenceTimeout ? begun.keys : ''
  const here = latestFirst.filter(({ pathname, manner }) => manner === 'everywhere' || pathname === location.pathname)
  press(before + name, event, here)
}

function press(keys: string, event: KeyboardEvent, latestFirst: Declared[]) {
  const meant = latestFirst.filter(({ manner }) => manner === 'repeated' || !event.repeat).flatMap(({ runs }) => runs[keys] ?? [])
  const isDone = meant.some((run) => run(event) !== false)
  if (isDone) event.preventDefault()
  const isBegun = !isDone && latestFirst.some(({ runs }) => Object.keys(runs).some((each) => each.startsWith(`${keys} `)))
  begun = { keys: isBegun ? `${keys} ` : '', at: event.timeStamp }
}

const isModifier = (key: string) => ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'].includes(key)

/** Whether the keys belong to a select, whose choices are found by their first letters, or to an open menu. */
const isChoosing = (target: EventTarget | null) => target instanceof HTMLSelectElement || isPopoverOpen()
