import type { ComponentProps } from 'react'
import { entry } from '#web/components/entries.ts'
import { useFocusPassedOn } from './deletion.ts'
import type { Highlighted } from './highlighted.ts'

type EntryProps = ComponentProps<'li'> & { id: string; marked: Highlighted }

/** A record in a list. The marked record is highlighted, with the reason. */
export function Entry({ id, marked, children, ...rest }: EntryProps) {
  const element = useFocusPassedOn(id)
  const isMarked = marked?.id === id
  return (
    <li ref={element} {...entry(id)} className={`reveals relative min-w-0 ${isMarked ? 'marked' : ''}`} {...rest}>
      {children}
      {isMarked && <p className="sr-only">{marked.note}</p>}
    </li>
  )
}
