import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { FirstChoice } from '#contract/session.ts'
import { signOut } from '#web/api/session.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { leave } from '#web/router/blocker.ts'
import { PageHead } from '#web/router/PageHead.tsx'
import { isBesideField, sentence } from './api.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { OwnPasswordPanel } from './OwnPasswordPanel.tsx'

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
      {/* Doesn't ask for the current password, which the user has just entered. */}
      <OwnPasswordPanel
        schema={FirstChoice}
        blank={{ newPassword: '' }}
        // The server now answers the calls that it refused before.
        onDone={() => void client.invalidateQueries()}
        onFailure={(error) => setFailure(isBesideField(error) ? undefined : sentence(error, 'Failed to change password'))}
      >
        {(field, username) => (
          <NewPasswordField {...field('newPassword')} label="New password" username={username} hint="Don't share it with anyone." />
        )}
      </OwnPasswordPanel>
    </div>
  )
}
