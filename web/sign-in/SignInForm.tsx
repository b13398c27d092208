import { type FormEvent, type ReactNode, useState } from 'react'
import { Credentials } from '#contract/session.ts'
import { ApiError } from '#web/api/call.ts'
import { signIn } from '#web/api/session.ts'
import { Button } from '#web/components/Button.tsx'
import { TextField } from '#web/forms/fields/Field.tsx'
import { PasswordField } from '#web/forms/fields/PasswordField.tsx'
import { useFocusFirstInput } from '#web/forms/focus.ts'
import { useForm } from '#web/forms/useForm.ts'

export type SignInFormProps = {
  /** The page that opens next. */
  from: string
  /** Fetches the code of the page at a path, while the server checks the password. */
  preload: (path: string) => void
  /** The user name of the expired session. */
  username?: string | undefined
  children?: ReactNode
}

export function SignInForm({ from, preload, username = '', children }: SignInFormProps) {
  const form = useForm(Credentials, { username, password: '' })
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  useFocusFirstInput(form.element)

  async function enter(credentials: Credentials) {
    setIsBusy(true)
    preload(from)
    try {
      await signIn(credentials)
    } catch (error) {
      console.error('Login failed', error)
      setFailure(error instanceof ApiError && error.status > 0 ? error.message : 'Login failed')
      setIsBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const credentials = form.check()
    if (credentials && !isBusy) void enter(credentials)
  }

  return (
    <form ref={form.element} noValidate onSubmit={submit} className="grid gap-4.5">
      {failure && (
        <div role="alert" className="animate-rise rounded-control bg-bad-soft px-3 py-2.5 font-[500] text-bad forced-colors:border">
          {failure}
        </div>
      )}
      <TextField {...form.field('username')} label="Username" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="current-password"
        data-start={username === '' ? undefined : ''}
      />
      <Button type="submit" look="primary" className="mt-1 min-h-10" aria-disabled={isBusy}>
        {isBusy ? 'Signing in...' : 'Sign In'}
      </Button>
      {children}
    </form>
  )
}
