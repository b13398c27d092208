import type { FieldProps } from '#web/forms/useForm.ts'

/** The props of a text field for a value that may be absent, which is shown as ''. */
export const optionalText = ({ value, getValue, ...field }: FieldProps<string | undefined>): FieldProps<string> => ({
  ...field,
  value: value ?? '',
  getValue: () => getValue() ?? '',
})
