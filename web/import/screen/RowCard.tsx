import { memo } from 'react'
import { Cell } from './Cell.tsx'
import { EditRow } from './EditRow.tsx'
import { Include } from './Include.tsx'
import { RowState } from './RowState.tsx'
import type { RowProps } from './row-props.ts'

/** A row as a card. */
export const RowCard = memo(function RowCard(props: RowProps) {
  const { columns, target } = props
  return (
    <li className="rounded-card border border-line bg-surface p-4 text-small [contain-intrinsic-size:auto_240px] [content-visibility:auto]">
      <div className="flex items-start gap-2.5">
        <span className="pt-0.5">
          <Include {...props} />
        </span>
        <div className="min-w-0 flex-1">
          <RowState {...props} />
        </div>
        <EditRow {...props} />
      </div>
      <dl className="mt-3 grid gap-2">
        {columns.map(({ field }, at) =>
          field === '' ? null : (
            <div key={field}>
              <dt className="text-ink-3 text-tiny">{target.fields[field]?.label}</dt>
              <dd>
                <Cell {...props} field={field} at={at} />
              </dd>
            </div>
          ),
        )}
      </dl>
    </li>
  )
})
