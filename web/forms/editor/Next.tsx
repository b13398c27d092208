import { type FormEvent, useRef } from 'react'
import { Button } from '#web/components/Button.tsx'
import { useShortcuts } from '#web/shortcuts/shortcuts.ts'

/** Where a new item can be followed by the next one. */
export type Next<Item> = {
  /** What the button says that saves and takes the next one. */
  label: string
  /** The message about the saved record, which no list shows. */
  told: (saved: Item) => string
  begin: (saved: Item) => void
  /** Whether this is a next one: a second press of the button that began it means nothing more. */
  isFollowing: boolean
}

const name = 'next'

/** Saves as the first button of a form does, and stays for the next item. */
export function NextButton({ label, isBusy }: { label: string; isBusy: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  useShortcuts({ 'Ctrl+Shift+Enter': () => button.current?.form?.requestSubmit(button.current) })
  return (
    <Button
      ref={button}
      type="submit"
      name={name}
      title="Ctrl+Shift+Enter or ⌘⇧Enter"
      aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
      aria-disabled={isBusy}
    >
      {label}
    </Button>
  )
}

/** Makes three buttons fit into one line of a phone, as classes. */
export const fittingThree = 'max-sm:gap-1 max-sm:*:px-2 max-sm:*:text-small'

/** Whether a form is sent for the sake of the next item. */
export const isForNext = ({ nativeEvent }: FormEvent): boolean =>
  nativeEvent instanceof SubmitEvent && nativeEvent.submitter instanceof HTMLButtonElement && nativeEvent.submitter.name === name
