import type { Column } from '#web/import/columns/headings.ts'
import type { Job } from '#web/import/running/job.ts'
import type { Errors } from '#web/import/state/errors.ts'
import type { Kind } from '#web/import/state/kinds.ts'
import type { Row, Target } from '#web/import/state/state.ts'

/** What a row of the preview is drawn from. A row is drawn again only if one of these has changed. */
export type RowProps = {
  row: Row
  columns: readonly Column[]
  target: Target
  errors: Errors | undefined
  kind: Kind
  isIncluded: boolean
  /** An import is running. */
  isLocked: boolean
  dispatch: Job['dispatch']
}

/** The same for the cell in the column `at`. */
export type CellProps = RowProps & { field: string; at: number }
