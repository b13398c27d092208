import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { Button } from '#web/components/Button.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { leave } from '#web/router/blocker.ts'
import { SmallForm } from './SmallForm.tsx'
import type { Fields } from './useForm.ts'

type SetManyButtonProps<Item, Input extends object> = {
  items: readonly Item[]
  /** 'Set genre' */
  label: string
  Icon: LucideIcon
  /** The title of the dialog: 'Set genre of 12 movies' */
  titleOf: (items: readonly Item[]) => string
  schema: ZodMiniType<Input>
  blank: Input
  onSet: (items: readonly Item[], input: Input) => unknown
  children: (field: Fields<Input>) => ReactNode
}

/** Asks in a dialog for the values that many records get. */
export function SetManyButton<Item, Input extends object>({ items, label, Icon, ...dialog }: SetManyButtonProps<Item, Input>) {
  // The records at the time of the question: later changes by others are not part of the answer.
  const [asked, setAsked] = useState<readonly Item[]>()
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setAsked(items)} Icon={Icon}>
        {label}
      </Button>
      {asked && <SetManyDialog {...dialog} label={label} items={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

type SetManyDialogProps<Item, Input extends object> = Omit<SetManyButtonProps<Item, Input>, 'Icon'> & { onClose: () => void }

function SetManyDialog<Item, Input extends object>(props: SetManyDialogProps<Item, Input>) {
  const { items, label, titleOf, schema, blank, onSet, onClose, children } = props
  const close = () => leave(onClose)

  async function set(input: Input) {
    onClose()
    onSet(items, input)
  }

  return (
    <Dialog title={titleOf(items)} width="w-[min(480px,calc(100vw-32px))]" onClose={close}>
      <SmallForm
        schema={schema}
        blank={blank}
        save={{ label, busy: label }}
        onSend={set}
        onFailure={console.error}
        onCancel={close}
        className="p-5"
      >
        {(field) => <div className="grid gap-5">{children(field)}</div>}
      </SmallForm>
    </Dialog>
  )
}
