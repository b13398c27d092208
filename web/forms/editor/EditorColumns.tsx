import type { ReactNode } from 'react'

/** The two columns of a form: text fields on the left, images or a preview on the right. One column in a narrow window. */
export function EditorColumns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_minmax(220px,300px)] xl:grid-cols-[minmax(0,1fr)_320px] xl:gap-x-12">
      <div className="grid grid-cols-1 content-start gap-5">{children}</div>
      <div className="grid grid-cols-1 content-start gap-5">{aside}</div>
    </div>
  )
}
