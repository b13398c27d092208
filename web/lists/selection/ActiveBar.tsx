import { type ComponentType, useEffect, useRef } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { useShortcuts } from '#web/shortcuts/shortcuts.ts'
import type { BarProps } from './BarFrame.tsx'
import type { BulkRun } from './bulk-run.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { WorkBar } from './WorkBar.tsx'

export type ActiveBarProps<Item extends Stored> = Omit<BarProps<Item>, 'bar'> & {
  run: BulkRun | undefined
  Bar: ComponentType<BarProps<Item>> | undefined
}

/** The progress of a bulk action, or the actions for the selected records. F6 leads there and on to the notices. */
export function ActiveBar<Item extends Stored>({ run, Bar = SelectionBar, ...props }: ActiveBarProps<Item>) {
  const bar = useRef<HTMLElement>(null)

  function goToBar(): boolean {
    if (!bar.current || bar.current.contains(document.activeElement)) return false
    bar.current.focus({ preventScroll: true })
    return true
  }

  useShortcuts({ F6: goToBar })

  const isWorking = run !== undefined
  const wasWorking = useRef(isWorking)
  useEffect(() => {
    // The button that was pressed has gone.
    if (wasWorking.current !== isWorking && document.activeElement === document.body) bar.current?.focus({ preventScroll: true })
    wasWorking.current = isWorking
  }, [isWorking])

  if (run) return <WorkBar ref={bar} work={run} />
  return <Bar {...props} bar={bar} />
}
