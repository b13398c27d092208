import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateAll } from '#web/api/lists.ts'
import { queries } from '#web/api/queries.ts'
import { currentSession } from '#web/api/session.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { formatCount } from '#web/components/format-count.ts'
import { type ImportedName, linesOf } from '#web/import/running/calls.ts'
import { dropNote, type Interrupted as Found, interruptedOf } from '#web/import/running/journal.ts'
import { undoBatch, undoInWords } from '#web/import/running/undoing.ts'
import { targetOf } from '#web/import/target.ts'
import { StepsBar } from '#web/lists/steps/StepsBar.tsx'
import type { Steps } from '#web/lists/steps/steps.ts'
import { notify, notifyFailure } from '#web/toasts/notices.ts'

/** The imports of the user that a closed window or a lost server has interrupted, each with its Undo. */
export function Interrupted({ name }: { name: ImportedName }) {
  const [found, setFound] = useState(() => interruptedOf(currentSession()?.person ?? '', name))
  const drop = (batch: string) => {
    dropNote(batch)
    setFound((all) => all.filter((each) => each.batch !== batch))
  }
  return found.map((each) => <InterruptedImport key={each.batch} name={name} found={each} onOver={() => drop(each.batch)} />)
}

type InterruptedImportProps = { name: ImportedName; found: Found; onOver: () => void }

function InterruptedImport({ name, found: { batch, total, images }, onOver }: InterruptedImportProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [steps, setSteps] = useState<Steps>()
  const { data } = useQuery({ queryKey: ['imported', name, batch], queryFn: () => linesOf(name, batch, currentSession()) })

  async function undo() {
    if (isBusy) return
    setIsBusy(true)
    const { nameField } = targetOf(name)
    const nameOf = (item: unknown) => String((item as Record<string, unknown>)[nameField] ?? '')
    try {
      const result = await undoBatch({ name, caller: currentSession(), batch, images }, nameOf, setSteps)
      notify({ text: undoInWords(result) })
      if (result.missed === 0) onOver()
    } catch (error) {
      console.error('An import could not be undone', error)
      notifyFailure("The import couldn't be undone.", error)
    }
    setIsBusy(false)
    setSteps(undefined)
    invalidateAll(queries())
  }

  if (steps) return <StepsBar doing="Undoing" steps={steps} />
  if (!data) return null
  return (
    <Alert
      text={`An import was interrupted: ${formatCount(data.length)} of ${formatCount(total)} rows`}
      reason="To import the rest, choose the same file again. Rows that are done stay unchanged."
      onDismiss={onOver}
    >
      <Button className="!min-h-8 !px-2.5" aria-disabled={isBusy} onClick={() => void undo()}>
        {isBusy ? 'Undoing…' : 'Undo'}
      </Button>
    </Alert>
  )
}
