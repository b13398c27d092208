import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { modal } from '#web/components/modal.ts'
import { nameOf } from '#web/shortcuts/pressed.ts'
import { type Choice, useChoices } from './choices.ts'
import { PaletteOption } from './PaletteOption.tsx'

/**
 * One field that leads to every place, finds records and does what can be done from everywhere. The cursor stays in the field, and the arrow keys go through what
 * it offers (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const { groups, isSettled, isFailed } = useChoices(typed)
  const choices = groups.flatMap(({ items }) => items)
  const [pointed, setPointed] = useState<string>()
  const at = Math.max(
    0,
    choices.findIndex(({ key }) => key === pointed),
  )
  const active = choices[at]
  const [isWanted, setIsWanted] = useState(false)

  function choose({ run }: Choice) {
    onClose()
    run()
  }

  /** Runs the choice when the answer arrives, if Enter was pressed before. */
  const chooseWanted = useEffectEvent(() => {
    setIsWanted(false)
    if (active) choose(active)
  })
  useEffect(() => {
    if (isWanted && isSettled) chooseWanted()
  }, [isWanted, isSettled])

  useEffect(() => {
    if (active) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function type(words: string) {
    setTyped(words)
    setPointed(undefined)
    setIsWanted(false)
  }

  function steer(event: KeyboardEvent) {
    const name = nameOf(event.nativeEvent)
    const step = { ArrowDown: 1, ArrowUp: -1 }[name ?? '']
    if (step !== undefined) setPointed(choices.at((at + step) % choices.length)?.key)
    else if (name === 'Enter') active && (isSettled || !active.isFound) ? choose(active) : setIsWanted(true)
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
        <Search size={18} aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-4 my-auto text-ink-3" />
        <input
          type="text"
          role="combobox"
          aria-label="Find anything"
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && `${id}-${at}`}
          placeholder="Guest, phone, movie, branch or command"
          autoComplete="off"
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
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className="max-h-[min(56dvh,460px)] overflow-y-auto p-2 empty:hidden"
      >
        {groups.map(
          ({ heading, items }) =>
            items.length > 0 && (
              <fieldset key={heading} className="min-w-0 not-first:mt-2">
                <legend className="px-2.5 pt-1 pb-0.5 font-[600] text-ink-3 text-tiny">{heading}</legend>
                {items.map((choice) => (
                  <PaletteOption
                    key={choice.key}
                    id={`${id}-${choices.indexOf(choice)}`}
                    choice={choice}
                    isActive={choice === active}
                    onPoint={() => setPointed(choice.key)}
                    onChoose={() => choose(choice)}
                  />
                ))}
              </fieldset>
            ),
        )}
      </div>
      <p role="status" className="border-line border-t px-4 py-2 text-ink-2 text-small empty:hidden">
        {inWords({ isSettled, isFailed, count: choices.length, typed })}
      </p>
    </dialog>
  )
}

function inWords({ isSettled, isFailed, count, typed }: { isSettled: boolean; isFailed: boolean; count: number; typed: string }): string {
  if (!isSettled) return 'Searching…'
  if (isFailed) return 'Some results could not be loaded. Keep typing to try again.'
  return count === 0 ? `No results for “${typed}”` : ''
}
