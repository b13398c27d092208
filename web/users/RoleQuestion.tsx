import type { User } from '#contract/users.ts'
import { Button } from '#web/components/Button.tsx'
import { Question } from '#web/components/Question.tsx'
import { useChangeRole } from './api.ts'

type RoleQuestionProps = { user: User; onDone: (text: string) => void; onFailure: (error: unknown) => void; onClose: () => void }

/** Asks before a user becomes a super user, or a regular user again. */
export function RoleQuestion({ user, onDone, onFailure, onClose }: RoleQuestionProps) {
  const change = useChangeRole(user)
  const { username, isSuperUser } = user
  const role = isSuperUser ? 'regular user' : 'super user'

  async function confirm() {
    if (change.isPending) return
    try {
      await change.mutateAsync({ isSuperUser: !isSuperUser })
      onDone(`${username} is now a ${role}`)
    } catch (error) {
      onFailure(error)
    }
    onClose()
  }

  return (
    <Question
      title={`Make ${username} a ${role}?`}
      more={isSuperUser ? "Regular users can't manage users or erase records." : 'Super users can manage users and erase records.'}
      onCancel={() => change.isPending || onClose()}
    >
      <Button onClick={onClose} aria-disabled={change.isPending}>
        Cancel
      </Button>
      <Button look="primary" onClick={() => void confirm()} aria-disabled={change.isPending}>
        {change.isPending ? 'Saving Changes...' : `Make ${role}`}
      </Button>
    </Question>
  )
}
