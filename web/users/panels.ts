import { useRef, useState } from 'react'
import { navigate } from '#web/router/location.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'

type Someone = { _id: string }

/** The addresses of what opens under the head of the users screen, so that a menu can link to it; what the list is asked for stands before it. */
export const panels = {
  none: { hash: '' },
  create: { hash: '#create-user' },
  ownPassword: { hash: '#change-password' },
  ownSessions: { hash: '#sessions' },
  user: ({ _id }: Someone) => ({ hash: `#user=${_id}` }),
  password: ({ _id }: Someone) => ({ hash: `#password=${_id}` }),
}

/** A part of the page that a button opens and closes. */
export function usePanel({ hash: name }: { hash: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const { hash: open, pathname, search } = useLocation()
  const isOpen = open === name
  return {
    isOpen,
    close() {
      if (location.hash !== name) return
      button.current?.focus()
      closePanel()
    },
    toggle: {
      ref: button,
      'aria-expanded': isOpen,
      onClick: () => navigate(pathname + search + (isOpen ? '' : name), { replace: true }),
    },
  }
}

/** The list is asked for what the address bar says: something else, perhaps, than when the form that is closed was sent. */
export const closePanel = () => navigate(location.pathname + location.search, { replace: true })

/** The one of `people` whom the open panel is about; it stays open where a search leaves them out. */
export function usePanelOf<Person extends Someone>(panel: (person: Person) => { hash: string }, people: Person[]): Person | undefined {
  const { hash } = useLocation()
  const [shown, setShown] = useState<Person>()
  const isMeant = (person: Person) => panel(person).hash === hash
  const found = people.find(isMeant)
  if (found && found !== shown) setShown(found)
  return found ?? (shown && isMeant(shown) ? shown : undefined)
}
