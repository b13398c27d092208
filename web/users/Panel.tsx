import { SmallForm, type SmallFormProps } from '#web/ui/form/SmallForm.tsx'
import { PanelFrame } from './PanelFrame.tsx'

/** A small form that opens under the head of the page. */
export function Panel<Input extends object>({ title, children, ...form }: SmallFormProps<Input> & { title: string }) {
  return (
    <PanelFrame title={title}>
      <SmallForm {...form}>{(field) => <div className="grid items-start gap-5 md:grid-cols-2">{children(field)}</div>}</SmallForm>
    </PanelFrame>
  )
}
