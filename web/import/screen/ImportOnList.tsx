import { useCallback, useState } from 'react'
import { droppedIn, handOver } from '#web/import/dropped.ts'
import { hasJournal } from '#web/import/journal-key.ts'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import { navigate } from '#web/router/location.ts'
import type { ImportProps } from './Import.tsx'

const Interrupted = lazyOptional<Pick<ImportProps, 'name'>>(async () => (await import('./Interrupted.tsx')).Interrupted)

/** The parts of an import on its list: files can be dropped there, and an interrupted import can be undone. */
export function ImportOnList({ name }: ImportProps) {
  const [isOver, setIsOver] = useState(false)
  const [hasNote] = useState(hasJournal)
  const whileShown = useCallback((element: HTMLElement | null) => (element ? acceptDrops(setIsOver) : undefined), [])
  return (
    <>
      <div ref={whileShown} role="status">
        {isOver && (
          <p className="mb-4 rounded-card border border-accent border-dashed bg-accent-soft p-4 text-center font-[550] text-accent-text">
            Drop a table or pictures to import
          </p>
        )}
      </div>
      {hasNote && <Interrupted name={name} />}
    </>
  )
}

/** Files that are dropped anywhere on the list open its import. Returns a function that ends this. */
function acceptDrops(setIsOver: (isOver: boolean) => void): () => void {
  const over = new AbortController()
  const { signal } = over
  const hasFiles = (event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } =>
    event.dataTransfer?.types.includes('Files') === true
  addEventListener(
    'dragover',
    (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    },
    { signal },
  )
  addEventListener('dragleave', (event) => event.relatedTarget === null && setIsOver(false), { signal })
  addEventListener(
    'drop',
    (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      handOver(droppedIn(event.dataTransfer))
      navigate('?import=1')
    },
    { signal },
  )
  return () => over.abort()
}
