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
import { focusOn, useDeletion } from '#web/lists/deletion.ts'
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
import { PanelFrame } from './Panel.tsx'
import { closePanel, panels, usePanel, usePanelOf } from './panels.ts'
import { RoleQuestion } from './RoleQuestion.tsx'
import { Sessions } from './Sessions.tsx'
import { Tabs } from './Tabs.tsx'
import { UserList } from './UserList.tsx'
import { UserPanel } from './UserPanel.tsx'

/** The outcome of the last action on the page. */
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

  /** Shows the outcome in the only banner, or as a notice after the user has left the page. */
  function say(next: Banner) {
    if (!isHere()) return notify(next)
    deletion.dismiss()
    setBanner(next)
  }

  /** Closes the panel and focuses the user's name that opened it. */
  function goBackTo(user: User) {
    // Closing the panel navigates to this page.
    if (!isHere()) return
    closePanel()
    focusOn(user._id)
  }

  /** Reports the outcome: `done` or the panel's own text; `failed` if the server gave no reason. */
  const outcome = (failed: string, done?: string) => ({
    onDone: (text = done ?? '') => say({ text }),
    onFailure(error: unknown) {
      console.error(failed, error)
      say({ text: sentence(error, failed), failed: true })
    },
  })

  /** A refused password is explained beside its field, while its form is open. */
  const passwordOutcome = (failed: string, done: string) => {
    const { onDone, onFailure } = outcome(failed, done)
    return { onDone, onFailure: (error: unknown) => (isHere() && isBesideField(error) ? dismiss() : onFailure(error)) }
  }

  return (
    <>
      <Tabs />
      <PageHead title="User Management" subtitle="Manage system users and permissions">
        <Button onClick={() => leave(signOut)} Icon={LogOut}>
          Logout
        </Button>
        {/* On a phone the account menu has both. */}
        <Button {...password.toggle} className="max-sm:hidden" Icon={KeyRound}>
          Change password
        </Button>
        <Button {...sessions.toggle} className="max-sm:hidden" Icon={MonitorSmartphone}>
          Your sessions
        </Button>
        <Button {...create.toggle} look="primary" disabled={!mayCreate} aria-describedby={mayCreate ? undefined : ruleId} Icon={UserPlus}>
          Create New User
        </Button>
      </PageHead>
      {isLimited && (
        <p id={ruleId} className="mb-5 flex items-start gap-2 text-ink-2">
          <Info size={16} className="mt-0.5 shrink-0" />
          {mayCreate ? 'Only super users can set passwords and change roles.' : 'Only super users can create, change and delete users.'}
        </p>
      )}
      {deletion.error && <Alert text={sentence(deletion.error, userApi.failed.remove)} onDismiss={deletion.dismiss} />}
      {banner?.failed && <Alert text={banner.text} onDismiss={dismiss} />}
      {banner && !banner.failed && <SuccessBanner text={banner.text} onDismiss={dismiss} />}
      {create.isOpen && mayCreate && (
        <CreateUser {...outcome('Failed to create user', 'User created successfully')} onCancel={create.close} />
      )}
      {password.isOpen && (
        <ChangePassword {...passwordOutcome('Failed to change password', 'Password changed successfully')} onCancel={password.close} />
      )}
      {sessions.isOpen && (
        <PanelFrame title="Your sessions">
          <Sessions endAll="Sign out other devices" {...outcome('Failed to sign out devices')} />
        </PanelFrame>
      )}
      {person?.isSuperUser && watched && (
        <UserPanel key={watched._id} user={watched} {...outcome('Failed to sign out devices')} onClose={() => goBackTo(watched)} />
      )}
      {person?.isSuperUser && given && (
        <GiveFirstPassword
          key={given._id}
          user={given}
          {...passwordOutcome('Failed to set password', 'Password set successfully')}
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
      {roleOf && <RoleQuestion user={roleOf} {...outcome('Failed to change role')} onClose={() => setRoleOf(undefined)} />}
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
