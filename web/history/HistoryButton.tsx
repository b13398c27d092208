import { History } from 'lucide-react'
import type { ComponentProps } from 'react'
import { usePerson } from '#web/api/person.ts'
import type { Collection, Stored } from '#web/api/resource.ts'
import { Button, IconButton } from '#web/components/Button.tsx'
import { useLoadedDialog } from '#web/toasts/loaded-dialog.ts'

export type HistoryProps = {
  resource: Pick<
    Collection<Stored>,
    'history' | 'isForSuperUsers' | 'unseenChange' | 'bringsBack' | 'lacks' | 'useBringBack' | 'useRemove' | 'listing'
  >
  id: string
  /** The name of the record within a sentence. */
  title: string
  /** The same as a sentence begins, if that differs. */
  subject?: string
  onClose: () => void
}

type OpenerProps = Omit<HistoryProps, 'onClose'>

const loadPanel = async () => (await import('./HistoryPanel.tsx')).HistoryPanel

/** Opens the history of a record, for users who may see it. */
export function HistoryButton({ look = 'plain', ...props }: OpenerProps & Pick<ComponentProps<typeof Button>, 'look'>) {
  const { isTold, opener, panel } = useHistory(props)
  if (!isTold) return null
  return (
    <>
      <Button look={look} aria-label={`History of ${props.title}`} {...opener} Icon={History}>
        History
      </Button>
      {panel}
    </>
  )
}

/** The same button as an icon. */
export function HistoryIcon(props: OpenerProps) {
  const { isTold, opener, panel } = useHistory(props)
  if (!isTold) return null
  return (
    <>
      <IconButton label={`History of ${props.title}`} {...opener} Icon={History} />
      {panel}
    </>
  )
}

function useHistory(props: OpenerProps) {
  const person = usePerson()
  const { Dialog, open, close } = useLoadedDialog(loadPanel, "The history couldn't be loaded.")
  return {
    isTold: !props.resource.isForSuperUsers || person?.isSuperUser === true,
    opener: { 'aria-haspopup': 'dialog', onClick: open } as const,
    panel: Dialog && <Dialog {...props} onClose={close} />,
  }
}
