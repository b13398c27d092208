import type { ReactNode } from 'react'

/** The two columns of a form: words left, pictures right; one below the other where there is no room. */
export function EditorColumns({ pictures, children }: { pictures: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_minmax(220px,300px)]">
      <div className="grid grid-cols-1 content-start gap-5">{children}</div>
      <div className="grid grid-cols-1 content-start gap-5">{pictures}</div>
    </div>
  )
}
