import { KeyRound } from 'lucide-react'
import type { User } from '#contract/users.ts'
import { Button } from '#web/components/Button.tsx'
import { ButtonLink } from '#web/router/ButtonLink.tsx'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { PanelFrame } from './Panel.tsx'
import { panels } from './panels.ts'
import { Sessions } from './Sessions.tsx'

type UserPanelProps = { user: User; onDone: (text: string) => void; onFailure: (error: unknown) => void; onClose: () => void }

/** The actions of a super user on another user. */
export function UserPanel({ user, onClose, ...rest }: UserPanelProps) {
  return (
    <PanelFrame title={`Sessions of ${user.username}`} head={takeFocus}>
      <Sessions user={user} endAll="Sign out all devices" {...rest} />
      <div className="mt-4 flex flex-wrap gap-2 border-line border-t pt-4">
        <ButtonLink to={useLocation().search + panels.password(user).hash} replace Icon={KeyRound}>
          Set new password
        </ButtonLink>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </PanelFrame>
  )
}

/** It was opened by a name further down the page. */
function takeFocus(heading: HTMLElement | null) {
  heading?.focus()
}
