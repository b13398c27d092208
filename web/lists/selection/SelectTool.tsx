import { ListChecks, SquareCheck } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { IconButton, panelRow } from '#web/components/Button.tsx'
import { closePopover } from '#web/components/popover.ts'
import { type SelectableList, useSelection } from './selection.ts'

export type SelectToolProps<Item extends Stored> = { list: SelectableList<Item>; isInPanel: boolean }

/** Selects all that match the filters. Without a mouse the checkboxes are hidden at first, and "Select" shows them. */
export function SelectTool<Item extends Stored>({ list, isInPanel }: SelectToolProps<Item>) {
  const { selectAll, choose } = useSelection(list)
  if (!isInPanel)
    return (
      <>
        <IconButton label="Select" className={onlyTouch} onClick={choose} Icon={SquareCheck} />
        <IconButton label="Select all" onClick={selectAll} Icon={ListChecks} />
      </>
    )

  const closing = (run: () => void) => (event: MouseEvent<HTMLElement>) => {
    closePopover(event)
    run()
  }
  return (
    <>
      <button type="button" className={`${panelRow} ${onlyTouch}`} onClick={closing(choose)}>
        <SquareCheck size={16} className="text-ink-3" />
        Select
      </button>
      <button type="button" className={panelRow} onClick={closing(selectAll)}>
        <ListChecks size={16} className="text-ink-3" />
        Select all
      </button>
    </>
  )
}

const onlyTouch = '[@media(hover:hover)]:hidden'
