import { TextAreaField } from '#web/forms/fields/Field.tsx'
import { optionalText } from '#web/forms/fields/optional-text.ts'
import type { FieldProps } from '#web/forms/useForm.ts'

type NoteFieldProps = { note: FieldProps<string | undefined>; isNew: boolean }

/** The note of a booking. A new booking without one is sent without the field. */
export const NoteField = ({ note, isNew }: NoteFieldProps) => (
  <TextAreaField
    {...optionalText(note)}
    onChange={(text) => note.onChange(isNew && text === '' ? undefined : text)}
    label="Note"
    hint="For staff only."
    rows={2}
  />
)
