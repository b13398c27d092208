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
      save={{ label: 'Set New Password', busy: 'Saving Changes...' }}
      onSend={(input) => give.mutateAsync(input)}
      {...rest}
    >
      {(field) => (
        <NewPasswordField
          {...field('password')}
          label="Password"
          username={user.username}
          hint="Share it in person. It signs the user out everywhere, and must be changed at the next sign-in."
        />
      )}
    </Panel>
  )
}
