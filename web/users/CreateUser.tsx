import { UserInput } from '#contract/users.ts'
import { usePerson } from '#web/api/person.ts'
import { CheckboxField } from '#web/forms/fields/CheckboxField.tsx'
import { TextField } from '#web/forms/fields/Field.tsx'
import { useCreateUser } from './api.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { Panel } from './Panel.tsx'

type CreateUserProps = { onDone: () => void; onFailure: (error: unknown) => void; onCancel: () => void }

export function CreateUser(props: CreateUserProps) {
  const create = useCreateUser()
  const person = usePerson()
  return (
    <Panel
      title="New user"
      schema={UserInput}
      blank={{ username: '', password: '', isSuperUser: false }}
      save={{ label: 'Create user', busy: 'Creating...' }}
      onSend={(input) => create.mutateAsync(input)}
      {...props}
    >
      {(field) => (
        <>
          <TextField {...field('username')} label="Username" autoComplete="off" autoCapitalize="none" spellCheck={false} />
          <NewPasswordField
            {...field('password')}
            label="Password"
            username={field('username').value}
            hint="Share it in person. The user must choose a new password at the first sign-in."
          />
          {!person?.mayManageUsers || person.isSuperUser ? (
            <CheckboxField {...field('isSuperUser')} label="Super User" hint="Can manage users and erase records." />
          ) : null}
        </>
      )}
    </Panel>
  )
}
