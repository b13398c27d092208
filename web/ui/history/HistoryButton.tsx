import { History } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import type { Resource, Stored } from '#web/api/resource.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { optional } from '#web/ui/page/optional.tsx'

export type HistoryProps = {
  resource: Pick<Resource<Stored, never>, 'history' | 'useBringBack' | 'listing'>
  id: string
  /** What a person calls the record. */
  title: string
  onClose: () => void
}

const HistoryPanel = optional<HistoryProps>(async () => (await import('./HistoryPanel.tsx')).HistoryPanel)

/** Opens what has become of a record. */
export function HistoryButton({ look = 'plain', ...props }: Omit<HistoryProps, 'onClose'> & Pick<ComponentProps<typeof Button>, 'look'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button look={look} onClick={() => setIsOpen(true)} aria-haspopup="dialog">
        <History size={16} aria-hidden="true" />
        History
      </Button>
      {isOpen && (
        <Suspense>
          <HistoryPanel {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
