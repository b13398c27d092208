import { CopyPlus, Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from '#web/components/Button.tsx'
import { IconLink } from '#web/router/ButtonLink.tsx'
import { Link } from '#web/router/Link.tsx'

type CardActionsProps = {
  /** The name of the record for screen readers, after the label of each button. */
  name: string
  editTo: string
  /** The form for a duplicate; absent if the card has no room for the button. */
  copyTo?: string
  onDelete: () => void
  /** The card's main link, if it has one. */
  children?: ReactNode
}

/** The foot of a card: its link on the left, what can be done with every record on the right. */
export function CardActions({ children, ...actions }: CardActionsProps) {
  return (
    <div className="mt-auto -mr-1.5 -mb-1.5 flex flex-wrap items-center pt-2">
      {children}
      <EditAndDelete {...actions} />
    </div>
  )
}

/** The actions that every record has. */
export function EditAndDelete({ name, editTo, copyTo, onDelete }: Omit<CardActionsProps, 'children'>) {
  return (
    <div className="ml-auto flex">
      <IconLink to={editTo} rel="edit" label={`Edit ${name}`} Icon={Pencil} />
      {copyTo && <IconLink to={copyTo} label={`Duplicate ${name}`} Icon={CopyPlus} />}
      <IconButton label={`Delete ${name}`} onClick={onDelete} Icon={Trash2} />
    </div>
  )
}

type CardLinkProps = ComponentProps<typeof Link> & { words: string; about: string }

/** A card's main link. `about` is read out after its words, so that twenty such links can be told apart. */
export function CardLink({ words, about, children, ...rest }: CardLinkProps) {
  return (
    <Link
      aria-label={`${words} of ${about}`}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-control font-[550] text-accent-text text-small hover:underline pointer-coarse:min-h-11"
      {...rest}
    >
      {words}
      {children}
    </Link>
  )
}
