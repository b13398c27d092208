import { Bookmark } from 'lucide-react'
import { Suspense, useState } from 'react'
import { iconButtonClass, panelRow } from '#web/components/Button.tsx'
import { PopoverButton } from '#web/components/PopoverButton.tsx'
import { Spinner } from '#web/components/Spinner.tsx'
import { lazyScreen } from '#web/router/lazyScreen.tsx'
import type { ViewsPanelProps } from '#web/views/ViewsPanel.tsx'

const ViewsPanel = lazyScreen<ViewsPanelProps>(async () => (await import('#web/views/ViewsPanel.tsx')).ViewsPanel)

/** A button that opens the saved views of a list. */
export function ViewsButton({ isInPanel, ...panel }: ViewsPanelProps & { isInPanel: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PopoverButton
      className={isInPanel ? panelRow : iconButtonClass}
      title={isInPanel ? undefined : 'Views'}
      panel="w-80"
      onToggle={({ newState }) => setIsOpen(newState === 'open')}
      label={
        <>
          <Bookmark size={16} className="text-ink-3" />
          <span className={isInPanel ? '' : 'sr-only'}>Views</span>
        </>
      }
    >
      {isOpen && (
        <Suspense fallback={<Spinner />}>
          <ViewsPanel {...panel} />
        </Suspense>
      )}
    </PopoverButton>
  )
}
