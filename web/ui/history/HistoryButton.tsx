import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
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
export function HistoryButton(props: Omit<HistoryProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)} aria-haspopup="dialog">
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
