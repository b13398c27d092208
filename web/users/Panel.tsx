import { type FormEvent, type ReactNode, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from '#web/api/call.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { focusFirstInput } from '#web/ui/form/focus.ts'
import { type Fields, useForm } from '#web/ui/form/form.ts'
import { LeaveDialog } from '#web/ui/form/LeaveDialog.tsx'
import { useLeaving } from '#web/ui/form/leaving.ts'
import { useOutlasting } from '#web/ui/form/outlasting.ts'
import { isSame } from '#web/ui/form/same.ts'
import { PanelFrame } from './PanelFrame.tsx'

type PanelProps<Input extends object> = {
  title: string
  schema: ZodMiniType<Input>
  blank: Input
  save: { label: string; busy: string }
  onSend: (input: Input) => Promise<unknown>
  onFailure: (error: unknown) => void
  /** Without it the form stays until it has done its work. */
  onCancel?: (() => void) | undefined
  children: (field: Fields<Input>) => ReactNode
}

/** A small form that opens under the head of the page, and closes when it has done its work. */
export function Panel<Input extends object>({ title, schema, blank, save, onSend, onFailure, onCancel, children }: PanelProps<Input>) {
  const form = useForm(schema, blank)
  useOutlasting(form, blank)
  const [isBusy, setIsBusy] = useState(false)
  const isUnsaved = !isSame(form.values, blank)
  const leaving = useLeaving({ isAsking: isUnsaved && !isBusy, isUnsaved })

  async function send(input: Input) {
    setIsBusy(true)
    try {
      await onSend(input)
    } catch (error) {
      setIsBusy(false)
      onFailure(error)
      if (error instanceof ApiError) form.refuse(error.fields)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const input = isBusy ? undefined : form.check()
    if (input) void send(input)
  }

  return (
    <PanelFrame title={title}>
      <form ref={form.element} noValidate onSubmit={submit} className="grid gap-5">
        <div ref={focusFirstInput} className="grid items-start gap-5 md:grid-cols-2">
          {children(form.field)}
        </div>
        <div className="flex gap-2">
          <Button type="submit" look="primary" aria-disabled={isBusy}>
            {isBusy ? save.busy : save.label}
          </Button>
          {onCancel && (
            <Button look="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      </form>
      {leaving.isAsked && <LeaveDialog fate="What you typed here is kept nowhere." onStay={leaving.stay} onDiscard={() => leaving.go()} />}
    </PanelFrame>
  )
}
