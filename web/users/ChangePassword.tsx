import { PasswordChange } from '#contract/session.ts'
import { changePassword } from '#web/api/change-password.ts'
import { useOwner, usePerson } from '#web/api/person.ts'
import { takingDraftsAlong } from '#web/forms/drafts/reseal.ts'
import { PasswordField } from '#web/forms/fields/PasswordField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { Panel } from './Panel.tsx'

type ChangePasswordProps = { onDone: () => void; onFailure: (error: unknown) => void; onCancel?: () => void }

export function ChangePassword(props: ChangePasswordProps) {
  const person = usePerson()
  const owner = useOwner()
  return (
    <Panel
      title="Your password"
      schema={PasswordChange}
      blank={{ currentPassword: '', newPassword: '' }}
      save={{ label: 'Save Password', busy: 'Saving Changes...' }}
      onSend={(change) => takingDraftsAlong(owner, () => changePassword(change))}
      {...props}
    >
      {(field) => (
        <>
          {/* Tells a password manager whose password this is. */}
          <input hidden readOnly autoComplete="username" value={person?.username ?? ''} />
          <PasswordField {...field('currentPassword')} label="Current Password" autoComplete="current-password" />
          <NewPasswordField
            {...field('newPassword')}
            label="New Password"
            username={person?.username}
            hint="You'll be signed out on other devices."
          />
        </>
      )}
    </Panel>
  )
}
