import { BarChart3, CalendarOff, CalendarX2, ChevronDown, ClipboardList } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { ListQuery } from '#web/api/address.ts'
import { panelRow, rowTool } from '#web/components/Button.tsx'
import { PopoverButton } from '#web/components/PopoverButton.tsx'
import { closePopover } from '#web/components/popover.ts'
import { Link } from '#web/router/Link.tsx'
import { paths } from '#web/router/paths.ts'
import { dayAddress } from './day/address.ts'

type ListActionsProps = { asked: ListQuery; areNumbersOpen: boolean; onNumbers: () => void; isInPanel: boolean }

/** The numbers, the day sheet and the closure of the listed days: in a menu of their own, or in the panel of the list. */
export function ListActions({ asked, areNumbersOpen, onNumbers, isInPanel }: ListActionsProps) {
  function toggleNumbers(event: MouseEvent<HTMLElement>) {
    closePopover(event)
    onNumbers()
  }

  const rows = (
    <>
      <button type="button" className={panelRow} onClick={toggleNumbers}>
        <BarChart3 size={16} className="text-ink-3" />
        {areNumbersOpen ? 'Hide numbers' : 'Show numbers'}
      </button>
      <Link to={dayAddress('sheet', asked)} className={panelRow}>
        <ClipboardList size={16} className="text-ink-3" />
        Day sheet
      </Link>
      <Link to={dayAddress('closure', asked)} className={panelRow}>
        <CalendarX2 size={16} className="text-ink-3" />
        Close a branch
      </Link>
      <Link to={paths.closures.list} className={panelRow}>
        <CalendarOff size={16} className="text-ink-3" />
        Closures
      </Link>
    </>
  )
  if (isInPanel) return rows
  return (
    <PopoverButton
      className={rowTool}
      panel="w-52 p-1.5"
      label={
        <>
          Tools
          <ChevronDown size={14} />
        </>
      }
    >
      {rows}
    </PopoverButton>
  )
}
