import { type FormEvent, type RefObject, useCallback, useId, useRef, useState } from 'react'
import { longestViewName, noWordsOfBookings, type View, type ViewInput } from '#contract/views.ts'
import type { ListQuery } from '#web/api/address.ts'
import { ApiError } from '#web/api/call.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Button } from '#web/components/Button.tsx'
import { closePopovers } from './close-popovers.ts'
import { useLayout } from './layout.ts'
import { isMoving, queryOf } from './query.ts'
import { replaceView, saveView } from './saved-views.ts'

type SaveViewProps = { list: string; asked: ListQuery; isSuperUser: boolean; input: RefObject<HTMLInputElement | null> }

/** Saves what the list shows under a name. A name that another view has is asked about. */
export function SaveView({ list, asked, isSuperUser, input }: SaveViewProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const layout = useLayout()
  const query = queryOf(list, asked)
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string; isTaken: boolean }>()

  const begin = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element
      // On a touch screen the keyboard would cover the views.
      if (matchMedia('(pointer: fine)').matches) element?.focus()
    },
    [input],
  )

  async function send(save: (view: ViewInput) => Promise<void>) {
    if (isBusy) return
    if (name.trim() === '') return setProblem({ text: 'Enter a name.', isTaken: false })
    setIsBusy(true)
    setProblem(undefined)
    try {
      const shown = list === 'bookings' ? layout : ''
      await save({ list: list as View['list'], name, query, layout: shown, shared: isShared })
      if (form.current) closePopovers(form.current)
    } catch (error) {
      console.error('The view could not be saved', error)
      const isTaken = error instanceof ApiError && error.code === 'taken'
      setProblem({ text: reasonOf(error) ?? "The view couldn't be saved.", isTaken })
      input.current?.focus()
    } finally {
      setIsBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send(saveView)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-2.5 border-line p-4 not-first:border-t">
      <label htmlFor={id} className="font-[550] text-small">
        Save this view
      </label>
      <div className="-mt-1 flex gap-2">
        <input
          ref={begin}
          id={id}
          type="text"
          placeholder="Name"
          autoComplete="off"
          maxLength={longestViewName}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-more`}
          className="input !min-h-9 min-w-0 flex-1"
          value={name}
          onChange={({ target }) => {
            setName(target.value)
            setProblem(undefined)
          }}
        />
        <Button look="primary" type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save'}
        </Button>
      </div>
      <div id={`${id}-more`} className="grid gap-1 text-ink-2 text-small empty:hidden">
        {problem && (
          <p role="alert" className="text-bad">
            {problem.text}
          </p>
        )}
        {list === 'bookings' && <p>{noWordsOfBookings}</p>}
        {isMoving(query) && <p>The days of this view move with the calendar.</p>}
      </div>
      {problem?.isTaken && (
        <Button onClick={() => void send(replaceView)} className="justify-self-start">
          Replace that view
        </Button>
      )}
      {isSuperUser && (
        <label className="flex min-h-8 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={isShared}
            onChange={({ target }) => {
              setIsShared(target.checked)
              setProblem(undefined)
            }}
            className="size-4 shrink-0 accent-accent"
          />
          For everybody
        </label>
      )}
    </form>
  )
}
