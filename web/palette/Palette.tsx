import { Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useCombobox } from '#web/components/combobox.ts'
import { modal } from '#web/components/modal.ts'
import { useOnceReady } from '#web/components/once-ready.ts'
import { nameOf } from '#web/shortcuts/pressed.ts'
import { type Choice, useChoices } from './choices.ts'
import { PaletteOption } from './PaletteOption.tsx'

/** The command palette: an input that finds screens, records and commands. The arrow keys move through the results while the input has the focus. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const { groups, isSettled, isFailed, isNothing } = useChoices(typed)
  const choices = groups.flatMap(({ items }) => items)
  const combobox = useCombobox(choices.map(({ key }) => key))
  const active = choices[combobox.at]
  // Enter may come before the answer.
  const chooseOnceSettled = useOnceReady(isSettled, () => active && choose(active))

  function choose({ run }: Choice) {
    onClose()
    run()
  }

  function type(words: string) {
    setTyped(words)
    combobox.point(undefined)
    chooseOnceSettled(false)
  }

  function steer(event: KeyboardEvent) {
    const name = nameOf(event.nativeEvent)
    if (name === 'ArrowDown') combobox.step(1)
    else if (name === 'ArrowUp') combobox.step(-1)
    else if (name === 'Enter') active && (isSettled || !active.isFound) ? choose(active) : chooseOnceSettled(true)
    else if (name === 'Ctrl+k') onClose()
    else return
    event.preventDefault()
  }

  return (
    <dialog
      {...modal(onClose)}
      closedby="any"
      aria-label="Find anything"
      className="mt-[max(8px,min(14vh,140px))] mb-auto w-[min(640px,calc(100vw-16px))] max-w-none animate-rise overflow-hidden rounded-dialog border border-line bg-surface text-ink shadow-dialog backdrop:bg-black/50"
    >
      <div className="relative border-line border-b">
        <Search size={18} className="pointer-events-none absolute inset-y-0 left-4 my-auto text-ink-3" />
        <input
          {...combobox.input}
          type="text"
          aria-label="Find anything"
          placeholder="Guest, phone, movie, branch or command"
          spellCheck={false}
          enterKeyHint="go"
          dir="auto"
          maxLength={200}
          className="w-full bg-transparent py-4 pr-4 pl-12 text-card outline-none placeholder:font-normal placeholder:text-ink-3"
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={steer}
        />
      </div>
      <div id={combobox.listId} role="listbox" aria-label="Results" className="max-h-[min(56dvh,460px)] overflow-y-auto p-2 empty:hidden">
        {groups.map(
          ({ heading, items }) =>
            items.length > 0 && (
              <fieldset key={heading} className="min-w-0 not-first:mt-2">
                <legend className="px-2.5 pt-1 pb-0.5 font-[600] text-ink-3 text-tiny">{heading}</legend>
                {items.map((choice) => (
                  <PaletteOption
                    key={choice.key}
                    option={combobox.option(choices.indexOf(choice))}
                    choice={choice}
                    onPoint={() => combobox.point(choice.key)}
                    onChoose={() => choose(choice)}
                  />
                ))}
              </fieldset>
            ),
        )}
      </div>
      <p role="status" className="border-line border-t px-4 py-2 text-ink-2 text-small empty:hidden">
        {inWords({ isSettled, isFailed, isNothing, typed })}
      </p>
    </dialog>
  )
}

type State = { isSettled: boolean; isFailed: boolean; isNothing: boolean; typed: string }

function inWords({ isSettled, isFailed, isNothing, typed }: State): string {
  if (!isSettled) return 'Searching…'
  if (isFailed) return "Some results couldn't be loaded. Keep typing to try again."
  return isNothing ? `No results for “${typed}”` : ''
}
