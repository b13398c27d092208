import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/api/call.ts'
import { Button } from '#web/components/Button.tsx'
import { nameOf } from '#web/shortcuts/pressed.ts'
import { useFocusFirstInput } from './focus.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { useReauthenticateWhileDirty } from './reauthenticate-while-dirty.ts'
import { isSame } from './same.ts'
import { useUnsavedChangesPrompt } from './unsaved-changes-prompt.ts'
import { type Fields, useForm } from './useForm.ts'

export type SmallFormProps<Input extends object> = {
  schema: ZodMiniType<Input>
  blank: Input
  save: { label: string; busy: string }
  /** Closes the form by itself after success; after a failure the form stays, with the errors at its fields. */
  onSend: (input: Input) => Promise<unknown>
  onFailure: (error: unknown) => void
  /** Without it the form stays until it has done its work. */
  onCancel?: (() => void) | undefined
  className?: string
  children: (field: Fields<Input>) => ReactNode
}

/** A form that opens over a page and closes when it has done its work. It keeps no draft, so it asks before it is left with something in it. */
export function SmallForm<Input extends object>(props: SmallFormProps<Input>) {
  const { schema, blank, save, onSend, onFailure, onCancel, className = '', children } = props
  const form = useForm(schema, blank)
  useReauthenticateWhileDirty(form, blank)
  // Not that of a mutation, which comes a moment later: a second click would get in between.
  const [isBusy, setIsBusy] = useState(false)
  const isUnsaved = !isSame(form.values, blank)
  const leaving = useUnsavedChangesPrompt({ isAsking: isUnsaved && !isBusy, isUnsaved })
  useFocusFirstInput(form.element)

  async function send(input: Input) {
    setIsBusy(true)
    try {
      await onSend(input)
    } catch (error) {
      setIsBusy(false)
      onFailure(error)
      if (error instanceof ApiError) form.setErrors(error.fields)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const input = isBusy ? undefined : form.check()
    if (input) void send(input)
  }

  /** No shortcut gets under a dialog, and in a form these save. */
  function hear(event: KeyboardEvent<HTMLFormElement>) {
    const name = nameOf(event.nativeEvent)
    if (leaving.isAsked || (name !== 'Ctrl+s' && name !== 'Ctrl+Enter')) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <form ref={form.element} noValidate onSubmit={submit} onKeyDown={hear} className={className}>
      {children(form.field)}
      <div className="mt-5 flex gap-2">
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? save.busy : save.label}
        </Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      {leaving.isAsked && <LeaveDialog fate="Your changes will be lost." onStay={leaving.stay} onDiscard={() => leaving.go()} />}
    </form>
  )
}
