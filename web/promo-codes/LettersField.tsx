import type { ReactNode } from 'react'
import { TextField } from '#web/forms/fields/Field.tsx'
import { inUpperCase } from '#web/forms/fields/upper-case.ts'
import type { FieldProps } from '#web/forms/useForm.ts'

/** The letters of a code, or the first ones of many: upper case, and no words. */
export const LettersField = (field: FieldProps<string> & { label: string; hint?: ReactNode }) => (
  <TextField {...field} autoCapitalize="characters" autoComplete="off" spellCheck={false} {...inUpperCase(field.onChange)} />
)
