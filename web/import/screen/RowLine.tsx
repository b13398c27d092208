import { memo } from 'react'
import { Cell } from './Cell.tsx'
import { EditRow } from './EditRow.tsx'
import { Include } from './Include.tsx'
import { RowState } from './RowState.tsx'
import type { RowProps } from './row-props.ts'

/** A row as a line of the table. */
export const RowLine = memo(function RowLine(props: RowProps) {
  const { columns, isIncluded, kind } = props
  return (
    <tr className={`border-line border-b align-top last:border-0 ${isIncluded || kind === 'faulty' ? '' : 'text-ink-2'}`}>
      <td className="px-3 py-2.5">
        <Include {...props} />
      </td>
      <th scope="row" className="max-w-48 px-2 py-2 font-normal">
        <RowState {...props} />
      </th>
      {columns.map(({ field }, at) =>
        field === '' ? null : (
          <td key={field} className="max-w-80 px-2 py-2">
            <Cell {...props} field={field} at={at} />
          </td>
        ),
      )}
      <td className="px-2 py-1">
        <EditRow {...props} />
      </td>
    </tr>
  )
})
