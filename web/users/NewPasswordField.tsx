import { passwordLength } from '#contract/users.ts'
import { PasswordField } from '#web/forms/fields/PasswordField.tsx'
import type { FieldProps } from '#web/forms/useForm.ts'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import type { PasswordWarningProps } from './password-warning.ts'

type NewPasswordFieldProps = FieldProps<string> & { label: string; hint: string; username?: string | undefined }

/** The list of common passwords is loaded when the field is shown; without it there is no warning. */
const PasswordWarning = lazyOptional<PasswordWarningProps>(async () => (await import('./password-warning.ts')).PasswordWarning)

/** An input for a new password. An easily guessed password gets a warning, but is accepted. */
export function NewPasswordField({ hint, username = '', ...rest }: NewPasswordFieldProps) {
  return (
    <PasswordField
      {...rest}
      autoComplete="new-password"
      hint={
        <>
          At least {passwordLength.least} characters. {hint}
          <span role="status" className="mt-1 block font-[550] text-wait empty:hidden">
            <PasswordWarning password={rest.value} username={username} />
          </span>
        </>
      }
    />
  )
}
