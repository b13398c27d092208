import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#web/components/Button.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'
import { Field, ofInput } from './Field.tsx'

type PasswordFieldProps = FieldProps<string> & { label: string; hint?: ReactNode; autoComplete: 'current-password' | 'new-password' }

/** A password that can be looked at while it is typed. */
export function PasswordField(field: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            type={isShown ? 'text' : 'password'}
            className="input pr-12"
            onChange={(event) => field.onChange(event.target.value)}
            {...ofInput(field)}
          />
          <IconButton
            label={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 right-1 my-auto"
            Icon={Icon}
          />
        </div>
      )}
    </Field>
  )
}
