/** A row of a list before its text has arrived. `columns` are the classes of the grid. */
export const RowSkeleton = ({ columns }: { columns: string }) => (
  <div className={`grid h-11 animate-breathe items-center gap-x-4 border-line border-b px-3 ${columns}`}>
    <div className="skeleton h-4" />
    <div className="skeleton h-4" />
    <div className="skeleton h-4" />
  </div>
)
