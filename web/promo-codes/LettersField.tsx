import type { ReactNode } from 'react'
import { TextField } from '#web/ui/form/Field.tsx'
import type { Bound } from '#web/ui/form/form.ts'
import { inUpperCase } from '#web/ui/form/upper-case.ts'

/** The letters of a code, or the first ones of many: upper case, and no words. */
export const LettersField = (field: Bound<string> & { label: string; hint?: ReactNode }) => (
  <TextField {...field} autoCapitalize="characters" autoComplete="off" spellCheck={false} {...inUpperCase(field.onChange)} />
)
