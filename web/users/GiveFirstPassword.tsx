import { FirstPassword, type User } from '#contract/users.ts'
import { useGiveFirstPassword } from './api.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { Panel } from './Panel.tsx'

type GiveFirstPasswordProps = { user: User; onDone: () => void; onFailure: (error: unknown) => void; onCancel: () => void }

export function GiveFirstPassword({ user, ...rest }: GiveFirstPasswordProps) {
  const give = useGiveFirstPassword(user)
  return (
    <Panel
      title={`New password for ${user.username}`}
      schema={FirstPassword}
      blank={{ password: '' }}
      save={{ label: 'Set new password', busy: 'Saving Changes...' }}
      onSend={(input) => give.mutateAsync(input)}
      {...rest}
    >
      {(field) => (
        <NewPasswordField
          {...field('password')}
          label="Password"
          username={user.username}
          hint="Share it in person. The user will be signed out on all devices and must choose a new password at the next sign-in."
        />
      )}
    </Panel>
  )
}
