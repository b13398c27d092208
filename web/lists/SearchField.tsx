import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { longestSearch } from '#contract/listing.ts'
import { IconButton } from '#web/components/Button.tsx'
import { useDelayed } from '#web/components/delayed.ts'
import { useShortcuts } from '#web/shortcuts/shortcuts.ts'
import { useSingleKeys } from '#web/shortcuts/switch.ts'

/** Results follow the last key after this long, in milliseconds. */
const pause = 120

type SearchFieldProps = {
  /** The search words; `''` for everything. */
  value: string
  /** The searched fields, as the placeholder. */
  hint?: string | undefined
  onSearch: (words: string) => void
  /** Focuses the first result. */
  onDown?: ((words: string) => void) | undefined
  /** Whether it has the focus when its dialog opens. */
  isFirst?: boolean
}

/** Searches while the user types. `/` focuses the field, Escape clears it, and the down arrow goes on to the results. */
export function SearchField({ value, hint = 'Search', onSearch, onDown, isFirst = false }: SearchFieldProps) {
  const isKeyOn = useSingleKeys()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  // The way back, or "Clear filters", changes it from outside.
  if (value !== sent) {
    setSent(value)
    setTyped(value)
  }

  const sending = useDelayed(send, pause)
  useShortcuts({ '/': () => input.current?.select() })

  /** Also letters that a keyboard still composes: those of a phone compose each word until it has ended. */
  function type(words: string) {
    setTyped(words)
    sending.begin(words)
  }

  function search(words: string) {
    setTyped(words)
    sending.cancel()
    send(words)
  }

  function send(words: string) {
    // Both in one step, at one priority of React's: otherwise the sent value would look like a change from outside and replace newer input.
    flushSync(() => {
      setSent(words.trim())
      onSearch(words.trim())
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    // Such a key is for the keyboard's own proposals.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') search(typed)
    if (event.key === 'ArrowDown' && onDown) {
      event.preventDefault()
      search(typed)
      onDown(typed.trim())
    }
    if (event.key !== 'Escape' || typed === '') return
    event.preventDefault()
    search('')
  }

  return (
    <search className="relative min-w-0 max-w-80 shrink grow basis-32 sm:basis-44">
      <Search size={16} className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-3" />
      <input
        ref={(element) => {
          input.current = element
          // React's own `autoFocus` would come before the dialog opens.
          if (isFirst) element?.setAttribute('autofocus', '')
        }}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label="Search"
        aria-keyshortcuts={isKeyOn ? '/' : undefined}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={longestSearch}
        className="input text-ellipsis !min-h-9 !py-1.5 pr-10 pl-9 pointer-coarse:!min-h-11"
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
      />
      {typed === '' && isKeyOn && (
        <kbd className="pointer-events-none absolute inset-y-0 right-3 my-auto h-5 rounded-[4px] border border-line px-1.5 font-sans text-ink-3 text-tiny pointer-coarse:hidden">
          /
        </kbd>
      )}
      {typed !== '' && (
        <IconButton
          label="Clear search"
          className="!absolute inset-y-0 right-0.5 my-auto"
          onClick={() => {
            search('')
            input.current?.focus()
          }}
          Icon={X}
        />
      )}
    </search>
  )
}
