import { Info, KeyRound, LogOut, MonitorSmartphone, UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import type { User } from '#contract/users.ts'
import { useListPages } from '#web/api/lists.ts'
import { usePerson } from '#web/api/person.ts'
import { signOut } from '#web/api/session.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { ConfirmDialog } from '#web/components/ConfirmDialog.tsx'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { SuccessBanner } from '#web/components/SuccessBanner.tsx'
import { useDeletion } from '#web/lists/deletion.ts'
import { useListState } from '#web/lists/list-state.ts'
import { leave } from '#web/router/blocker.ts'
import { PageHead } from '#web/router/PageHead.tsx'
import { paths } from '#web/router/paths.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { notify } from '#web/toasts/notices.ts'
import { InTrash } from '#web/trash/InTrash.tsx'
import { ActivityPage } from './ActivityPage.tsx'
import { isBesideField, sentence, userApi } from './api.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { CreateUser } from './CreateUser.tsx'
import { GiveFirstPassword } from './GiveFirstPassword.tsx'
import { PanelFrame } from './PanelFrame.tsx'
import { closePanel, panels, usePanel, usePanelOf } from './panels.ts'
import { RoleQuestion } from './RoleQuestion.tsx'
import { Sessions } from './Sessions.tsx'
import { Tabs } from './Tabs.tsx'
import { UserList } from './UserList.tsx'
import { UserPanel } from './UserPanel.tsx'

/** What the page says about the last thing that was done on it. */
type Banner = { text: string; failed?: boolean }

export const Users = () => (
  <InTrash collection={userApi} many="Users" list={paths.users}>
    <Tab />
  </InTrash>
)

const Tab = () => (new URLSearchParams(useLocation().search).get('tab') === 'activity' ? <ActivityPage /> : <UserManagement />)

function UserManagement() {
  const [banner, setBanner] = useState<Banner>()
  const isMounted = useIsMounted()
  const dismiss = () => setBanner(undefined)
  const person = usePerson()
  const ruleId = useId()
  const { pathname } = useLocation()
  // The screen stays visible until the next one has loaded; the user counts as gone before.
  const isHere = () => isMounted() && window.location.pathname === pathname
  const { items } = useListPages(userApi.list(useListState(userApi.listing).asked))
  const create = usePanel(panels.create)
  const password = usePanel(panels.ownPassword)
  const sessions = usePanel(panels.ownSessions)
  const watched = usePanelOf(panels.user, items)
  const given = usePanelOf(panels.password, items)
  const [roleOf, setRoleOf] = useState<User>()
  const isLimited = person !== undefined && !person.isSuperUser
  const mayCreate = !isLimited || person.mayManageUsers === true
  const deletion = useDeletion(userApi, { text: 'User deleted successfully' })

  /** One banner at a time; elsewhere, when the page has been left. */
  function say(next: Banner) {
    if (!isHere()) return notify(next)
    deletion.dismiss()
    setBanner(next)
  }

  /** Back to the name that opened the panel. */
  function goBackTo(user: User) {
    // To close it is to go to this page's own address.
    if (!isHere()) return
    closePanel()
    document.querySelector<HTMLElement>(`[data-entry="${user._id}"] a`)?.focus()
  }

  function fail(fallback: string, error: unknown) {
    console.error(fallback, error)
    say({ text: sentence(error, fallback), failed: true })
  }

  /** A refused password is explained beside its field, while its form is open. */
  function failPassword(fallback: string, error: unknown) {
    if (isHere() && isBesideField(error)) dismiss()
    else fail(fallback, error)
  }

  return (
    <>
      <Tabs />
      <PageHead title="User Management" subtitle="Manage system users and permissions">
        <Button onClick={() => leave(signOut)}>
          <LogOut size={16} aria-hidden="true" />
          Logout
        </Button>
        {/* On a phone the account menu has both. */}
        <Button {...password.toggle} className="max-sm:hidden">
          <KeyRound size={16} aria-hidden="true" />
          Change password
        </Button>
        <Button {...sessions.toggle} className="max-sm:hidden">
          <MonitorSmartphone size={16} aria-hidden="true" />
          Your sessions
        </Button>
        <Button {...create.toggle} look="primary" disabled={!mayCreate} aria-describedby={mayCreate ? undefined : ruleId}>
          <UserPlus size={16} aria-hidden="true" />
          Create New User
        </Button>
      </PageHead>
      {isLimited && (
        <p id={ruleId} className="mb-5 flex items-start gap-2 text-ink-2">
          <Info size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          {mayCreate ? 'Only super users can set passwords and change roles.' : 'Only super users can create, change and delete users.'}
        </p>
      )}
      {deletion.error && <Alert text={sentence(deletion.error, userApi.failed.remove)} onDismiss={deletion.dismiss} />}
      {banner?.failed && <Alert text={banner.text} onDismiss={dismiss} />}
      {banner && !banner.failed && <SuccessBanner text={banner.text} onDismiss={dismiss} />}
      {create.isOpen && mayCreate && (
        <CreateUser
          onDone={() => say({ text: 'User created successfully' })}
          onFailure={(error) => fail('Failed to create user', error)}
          onCancel={create.close}
        />
      )}
      {password.isOpen && (
        <ChangePassword
          onDone={() => say({ text: 'Password changed successfully' })}
          onFailure={(error) => failPassword('Failed to change password', error)}
          onCancel={password.close}
        />
      )}
      {sessions.isOpen && (
        <PanelFrame title="Your sessions">
          <Sessions
            endAll="Sign out other devices"
            onDone={(text) => say({ text })}
            onFailure={(error) => fail('Failed to end sessions', error)}
          />
        </PanelFrame>
      )}
      {person?.isSuperUser && watched && (
        <UserPanel
          key={watched._id}
          user={watched}
          onDone={(text) => say({ text })}
          onFailure={(error) => fail('Failed to end sessions', error)}
          onClose={() => goBackTo(watched)}
        />
      )}
      {person?.isSuperUser && given && (
        <GiveFirstPassword
          key={given._id}
          user={given}
          onDone={() => say({ text: 'Password set successfully' })}
          onFailure={(error) => failPassword('Failed to set password', error)}
          onCancel={() => goBackTo(given)}
        />
      )}
      <UserList
        rule={ruleId}
        onRole={setRoleOf}
        onDelete={(user) => {
          dismiss()
          deletion.ask(user)
        }}
      />
      {roleOf && (
        <RoleQuestion
          user={roleOf}
          onDone={(text) => say({ text })}
          onFailure={(error) => fail('Failed to change role', error)}
          onClose={() => setRoleOf(undefined)}
        />
      )}
      {deletion.asked && (
        <ConfirmDialog
          question="Are you sure you want to delete this user?"
          isBusy={deletion.isBusy}
          onConfirm={deletion.confirm}
          onCancel={deletion.cancel}
        >
          <bdi>{deletion.asked.username}</bdi> will be signed out on all devices.
        </ConfirmDialog>
      )}
    </>
  )
}
