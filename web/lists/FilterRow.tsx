import type { ReactNode } from 'react'

/** Chips in a row; on a phone they stay in one line, which can be pushed aside. */
export function FilterRow({ children }: { children: ReactNode }) {
  return (
    <div className="relative flex items-center gap-2 empty:hidden max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:flex-wrap [&_fieldset]:max-sm:flex-nowrap [&>*]:shrink-0 sm:[&>*]:max-w-full">
      {children}
    </div>
  )
}
