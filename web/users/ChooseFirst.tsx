import { FirstChoice } from '#contract/session.ts'
import { changePassword } from '#web/api/change-password.ts'
import { usePerson } from '#web/api/person.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { Panel } from './Panel.tsx'

type ChooseFirstProps = { onDone: () => void; onFailure: (error: unknown) => void }

/** The choice of a password at the first sign-in. It doesn't ask for the given one, which the user has just entered. */
export function ChooseFirst(props: ChooseFirstProps) {
  const person = usePerson()
  return (
    <Panel
      title="Your password"
      schema={FirstChoice}
      blank={{ newPassword: '' }}
      save={{ label: 'Save password', busy: 'Saving Changes...' }}
      onSend={changePassword}
      {...props}
    >
      {(field) => (
        <>
          {/* Tells a password manager whose password this is. */}
          <input hidden readOnly autoComplete="username" value={person?.username ?? ''} />
          <NewPasswordField {...field('newPassword')} label="New password" username={person?.username} hint="Don't share it with anyone." />
        </>
      )}
    </Panel>
  )
}
