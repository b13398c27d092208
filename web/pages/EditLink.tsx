import { Pencil } from 'lucide-react'
import { ButtonLink } from '#web/router/ButtonLink.tsx'

/** Leads from a detail screen to the form: 'Edit Movie'. */
export function EditLink({ to, label }: { to: string; label: string }) {
  return (
    <ButtonLink to={to} rel="edit" Icon={Pencil}>
      {label}
    </ButtonLink>
  )
}
