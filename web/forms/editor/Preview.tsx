import type { ReactNode } from 'react'

/** The card of the record in the form, as the list will show it. Hidden from screen readers, because it repeats the inputs. */
export function Preview({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden="true" inert className="sticky top-20 max-w-md max-md:hidden">
      <p className="mb-1.5 font-[550]">Preview</p>
      {children}
    </div>
  )
}
