import { KeyRound, LogOut, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signOut } from '#web/api/session.ts'
import { Alert } from '#web/ui/base/Alert.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { ConfirmDialog } from '#web/ui/base/ConfirmDialog.tsx'
import { useIsHere } from '#web/ui/base/here.ts'
import { useDeletion } from '#web/ui/list/deletion.ts'
import { notify } from '#web/ui/page/notices.ts'
import { PageHead } from '#web/ui/page/PageHead.tsx'
import { SuccessBanner } from '#web/ui/page/SuccessBanner.tsx'
import { sentence, userApi } from './api.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { CreateUser } from './CreateUser.tsx'
import { UserList } from './UserList.tsx'

/** What the page says about the last thing that was done on it. */
type Banner = { text: string; failed?: boolean; undo?: () => void }

export function Users() {
  const [banner, setBanner] = useState<Banner>()
  const isHere = useIsHere()
  const dismiss = () => setBanner(undefined)
  const create = usePanel('#create-user')
  const password = usePanel('#change-password')
  const deletion = useDeletion(
    userApi,
    (user) => user.username,
    (_, undo) => setBanner({ text: 'User deleted successfully', undo }),
  )

  /** One banner at a time; elsewhere, when the page has been left. */
  function say(next: Banner) {
    if (!isHere()) return notify(next)
    deletion.dismiss()
    setBanner(next)
  }

  function done(text: string) {
    say({ text })
    create.close()
    password.close()
  }

  function fail(fallback: string, error: unknown) {
    console.error(fallback, error)
    say({ text: sentence(error, fallback), failed: true })
  }

  return (
    <>
      <PageHead title="User Management" subtitle="Manage system users and permissions">
        <Button onClick={signOut}>
          <LogOut size={16} aria-hidden="true" />
          Logout
        </Button>
        <Button {...password.toggle}>
          <KeyRound size={16} aria-hidden="true" />
          Change Password
        </Button>
        <Button {...create.toggle} look="primary">
          <UserPlus size={16} aria-hidden="true" />
          Create New User
        </Button>
      </PageHead>
      {deletion.error && <Alert text={sentence(deletion.error, userApi.failed.remove)} onDismiss={deletion.dismiss} />}
      {banner?.failed && <Alert text={banner.text} onDismiss={dismiss} />}
      {banner && !banner.failed && <SuccessBanner text={banner.text} onUndo={banner.undo} onDismiss={dismiss} />}
      {create.isOpen && (
        <CreateUser
          onDone={() => done('User created successfully')}
          onFailure={(error) => fail('Failed to create user', error)}
          onCancel={create.close}
        />
      )}
      {password.isOpen && (
        <ChangePassword
          onDone={() => done('Password changed successfully')}
          onFailure={(error) => fail('Failed to change password', error)}
          onCancel={password.close}
        />
      )}
      <UserList
        onDelete={(user) => {
          dismiss()
          deletion.ask(user)
        }}
      />
      {deletion.asked && (
        <ConfirmDialog
          question="Are you sure you want to delete this user?"
          isBusy={deletion.isBusy}
          onConfirm={deletion.confirm}
          onCancel={deletion.cancel}
        >
          <bdi>{deletion.asked.username}</bdi> is signed out everywhere at once.
        </ConfirmDialog>
      )}
    </>
  )
}

/** A part of the page that a button opens and closes; the address says which one is open, so that a menu can link to it. */
function usePanel(name: `#${string}`) {
  const button = useRef<HTMLButtonElement>(null)
  const navigate = useNavigate()
  const isOpen = useLocation().hash === name
  const go = (hash: string) => void navigate({ hash }, { replace: true })
  return {
    isOpen,
    close() {
      if (!isOpen) return
      button.current?.focus()
      go('')
    },
    toggle: { ref: button, 'aria-expanded': isOpen, onClick: () => go(isOpen ? '' : name) },
  }
}
