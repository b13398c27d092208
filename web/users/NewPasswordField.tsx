import { useEffect, useState } from 'react'
import { passwordLength } from '#contract/users.ts'
import { PasswordField } from '#web/forms/fields/PasswordField.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'

type NewPasswordFieldProps = FieldProps<string> & { label: string; hint: string; username?: string | undefined }

/** A password that is being chosen. One that would be tried first gets a warning, never a refusal. */
export function NewPasswordField({ hint, username = '', ...rest }: NewPasswordFieldProps) {
  const warn = useWarnings()
  return (
    <PasswordField
      {...rest}
      autoComplete="new-password"
      hint={
        <>
          At least {passwordLength.least} characters. {hint}
          <span role="status" className="mt-1 block font-[550] text-wait empty:hidden">
            {warn?.(rest.value, username)}
          </span>
        </>
      }
    />
  )
}

/** The list of common passwords is loaded when the field is shown; without it there is no warning. */
function useWarnings() {
  const [warn, setWarn] = useState<(password: string, username: string) => string | undefined>()
  useEffect(() => {
    import('./password-warning.ts').then(
      ({ passwordWarning }) => setWarn(() => passwordWarning),
      (error: unknown) => console.error('Could not load the list of common passwords', error),
    )
  }, [])
  return warn
}
