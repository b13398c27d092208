import { type FormEvent, useEffect, useState } from 'react'
import { Credentials } from '#contract/session.ts'
import { ApiError } from '#web/api/call.ts'
import { signIn } from '#web/api/session.ts'
import { warm } from '#web/screens.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { TextField } from '#web/ui/form/Field.tsx'
import { focusFirstInput } from '#web/ui/form/focus.ts'
import { useForm } from '#web/ui/form/form.ts'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'

/** `from` is the page that opens next. */
export function SignInForm({ from }: { from: string }) {
  const form = useForm(Credentials, { username: '', password: '' })
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  useEffect(() => focusFirstInput(form.element.current), [form.element])

  async function enter(credentials: Credentials) {
    setIsBusy(true)
    warm(from)
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
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
      <Button type="submit" look="primary" className="mt-1 min-h-10" aria-disabled={isBusy}>
        {isBusy ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  )
}
