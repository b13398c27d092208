import { lazy } from 'react'
import { Outlet } from 'react-router'
import { usePerson } from '#web/api/person.ts'

const FirstPassword = lazy(async () => ({ default: (await import('./FirstPassword.tsx')).FirstPassword }))

/** The screens, once whoever is signed in has a password of their own choice: the server takes nothing else from them before. */
export function OwnPasswordFirst() {
  const person = usePerson()
  return person?.mustChangePassword ? <FirstPassword /> : <Outlet />
}
