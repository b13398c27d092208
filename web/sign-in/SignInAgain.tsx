import { useId } from 'react'
import { currentSession, giveUp } from '#web/api/session.ts'
import { Button } from '#web/components/Button.tsx'
import { modal } from '#web/components/modal.ts'
import { SignInForm, type SignInFormProps } from './SignInForm.tsx'

/** The sign-in over a form with unsaved input. The form is hidden, because another person may be at the machine. */
export function SignInAgain({ preload }: Pick<SignInFormProps, 'preload'>) {
  const id = useId()
  return (
    <dialog
      {...modal(giveUp)}
      aria-labelledby={id}
      aria-describedby={`${id}-more`}
      className="w-[min(400px,calc(100vw-32px))] max-w-none animate-rise rounded-dialog border border-line bg-surface p-6 text-ink shadow-dialog backdrop:bg-bg/80 backdrop:backdrop-blur-lg"
    >
      <h2 id={id} className="text-head">
        Your session has ended
      </h2>
      <p id={`${id}-more`} className="mt-1 mb-5 text-ink-2">
        Sign in again to continue. Your changes are still here.
      </p>
      <SignInForm preload={preload} from={location.pathname} username={currentSession()?.username}>
        <Button look="quiet" onClick={giveUp}>
          Not now
        </Button>
      </SignInForm>
    </dialog>
  )
}
