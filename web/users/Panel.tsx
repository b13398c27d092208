import { type ReactNode, type Ref, useId } from 'react'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { SmallForm, type SmallFormProps } from '#web/forms/SmallForm.tsx'

export type PanelProps<Input extends object> = SmallFormProps<Input> & {
  title: string
  /** Called after the form was sent, even if the panel is closed. */
  onDone: () => void
}

/** A small form in a box below the page's head. After it was sent, it closes by `onCancel`. */
export function Panel<Input extends object>({ title, onSend, onDone, children, ...form }: PanelProps<Input>) {
  const isHere = useIsMounted()

  async function send(input: Input) {
    await onSend(input)
    onDone()
    // After an unmount, `onCancel` would close another panel.
    if (isHere()) form.onCancel?.()
  }

  return (
    <PanelFrame title={title}>
      <SmallForm {...form} onSend={send}>
        {(field) => <div className="grid items-start gap-5 md:grid-cols-2">{children(field)}</div>}
      </SmallForm>
    </PanelFrame>
  )
}

type PanelFrameProps = { title: string; head?: Ref<HTMLHeadingElement>; children: ReactNode }

/** A titled box below the page's head. */
export function PanelFrame({ title, head, children }: PanelFrameProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-6 animate-rise rounded-card border border-line bg-surface p-5 shadow-resting">
      <h2 id={id} ref={head} tabIndex={-1} className="wrap-anywhere mb-4 text-head">
        {title}
      </h2>
      {children}
    </section>
  )
}
