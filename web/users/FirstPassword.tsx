import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { signOut } from '#web/api/session.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { leave } from '#web/router/blocker.ts'
import { PageHead } from '#web/router/PageHead.tsx'
import { isBesideField, sentence } from './api.ts'
import { ChooseFirst } from './ChooseFirst.tsx'

/** Asks the user for a new password before any page opens; the requested page comes next. */
export function FirstPassword() {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  return (
    <div className="mx-auto max-w-[480px]">
      <PageHead title="Choose your password" subtitle="Another user set your current password. Choose a new password to continue.">
        <Button onClick={() => leave(signOut)}>
          <LogOut size={16} aria-hidden="true" />
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
