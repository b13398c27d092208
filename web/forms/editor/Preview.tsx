import type { ReactNode } from 'react'

/** The card of what is being filled in, as the list will show it. Only to look at: it repeats what the inputs say. */
export function Preview({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden="true" inert className="sticky top-20 max-w-md max-md:hidden">
      <p className="mb-1.5 font-[550]">On its card</p>
      {children}
    </div>
  )
}
