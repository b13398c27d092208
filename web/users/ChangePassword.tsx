import { PasswordChange } from '#contract/session.ts'
import { PasswordField } from '#web/forms/fields/PasswordField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { OwnPasswordPanel } from './OwnPasswordPanel.tsx'

type ChangePasswordProps = { onDone: () => void; onFailure: (error: unknown) => void; onCancel?: () => void }

export const ChangePassword = (props: ChangePasswordProps) => (
  <OwnPasswordPanel schema={PasswordChange} blank={{ currentPassword: '', newPassword: '' }} {...props}>
    {(field, username) => (
      <>
        <PasswordField {...field('currentPassword')} label="Current password" autoComplete="current-password" />
        <NewPasswordField
          {...field('newPassword')}
          label="New password"
          username={username}
          hint="You'll be signed out on other devices."
        />
      </>
    )}
  </OwnPasswordPanel>
)
