import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { FirstChoice } from '#contract/session.ts'
import { changePassword } from '#web/api/change-password.ts'
import { usePerson } from '#web/api/person.ts'
import { signOut } from '#web/api/session.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { leave } from '#web/router/blocker.ts'
import { PageHead } from '#web/router/PageHead.tsx'
import { isBesideField, sentence } from './api.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { Panel } from './Panel.tsx'

/** Asks the user for a new password before any page opens; the requested page comes next. */
export function FirstPassword() {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  return (
    <div className="mx-auto max-w-[480px]">
      <PageHead title="Choose your password" subtitle="Another user set your current password. Choose a new password to continue.">
        <Button onClick={() => leave(signOut)} Icon={LogOut}>
          Logout
        </Button>
      </PageHead>
      {failure && <Alert text={failure} onDismiss={() => setFailure(undefined)} />}
      <ChooseFirst
        // From here on the server answers everything that it refused before.
        onDone={() => void client.invalidateQueries()}
        onFailure={(error) => setFailure(isBesideField(error) ? undefined : sentence(error, 'Failed to change password'))}
      />
    </div>
  )
}

type ChooseFirstProps = { onDone: () => void; onFailure: (error: unknown) => void }

/** The choice of a password at the first sign-in. It doesn't ask for the given one, which the user has just entered. */
function ChooseFirst(props: ChooseFirstProps) {
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
