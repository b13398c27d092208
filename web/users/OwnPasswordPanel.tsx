import type { ReactNode } from 'react'
import type { AnyPasswordChange } from '#contract/session.ts'
import { changePassword } from '#web/api/change-password.ts'
import { usePerson } from '#web/api/person.ts'
import type { Fields } from '#web/forms/useForm.ts'
import { Panel, type PanelProps } from './Panel.tsx'

type OwnPasswordPanelProps<Input extends object> = Omit<PanelProps<Input>, 'title' | 'save' | 'onSend' | 'children'> & {
  children: (field: Fields<Input>, username: string | undefined) => ReactNode
}

/** The form in which the user changes the own password. */
export function OwnPasswordPanel<Input extends AnyPasswordChange>({ children, ...props }: OwnPasswordPanelProps<Input>) {
  const { username } = usePerson() ?? {}
  return (
    <Panel title="Your password" save={{ label: 'Save password', busy: 'Saving Changes...' }} onSend={changePassword} {...props}>
      {(field) => (
        <>
          {/* Tells a password manager whose password this is. */}
          <input hidden readOnly autoComplete="username" value={username ?? ''} />
          {children(field, username)}
        </>
      )}
    </Panel>
  )
}
