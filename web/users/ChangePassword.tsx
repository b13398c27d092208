import { PasswordChange } from '#contract/session.ts'
import { changePassword } from '#web/api/change-password.ts'
import { usePerson } from '#web/api/person.ts'
import { PasswordField } from '#web/forms/fields/PasswordField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { Panel } from './Panel.tsx'

type ChangePasswordProps = { onDone: () => void; onFailure: (error: unknown) => void; onCancel?: () => void }

export function ChangePassword(props: ChangePasswordProps) {
  const person = usePerson()
  return (
    <Panel
      title="Your password"
      schema={PasswordChange}
      blank={{ currentPassword: '', newPassword: '' }}
      save={{ label: 'Save password', busy: 'Saving Changes...' }}
      onSend={changePassword}
      {...props}
    >
      {(field) => (
        <>
          {/* Tells a password manager whose password this is. */}
          <input hidden readOnly autoComplete="username" value={person?.username ?? ''} />
          <PasswordField {...field('currentPassword')} label="Current password" autoComplete="current-password" />
          <NewPasswordField
            {...field('newPassword')}
            label="New password"
            username={person?.username}
            hint="You'll be signed out on other devices."
          />
        </>
      )}
    </Panel>
  )
}
