import { type RefObject, useEffect } from 'react'

/** How far beyond the window a row counts as seen, in windows. */
const margin = 1

/** Tells `onShow` which rows of a list are in sight: `rows` selects them below `list`, in their order. */
export function useVisibleRows(list: RefObject<HTMLElement | null>, rows: string, onShow: (from: number, to: number) => void): void {
  useEffect(() => {
    const look = () => {
      const all = list.current?.querySelectorAll(rows) ?? []
      if (all.length === 0) return
      const from = firstWhere(all, ({ bottom }) => bottom >= -margin * innerHeight)
      const to = firstWhere(all, ({ top }) => top > (1 + margin) * innerHeight)
      onShow(from, to)
    }
    look()
    addEventListener('scroll', look, { passive: true, capture: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look, { capture: true })
      removeEventListener('resize', look)
    }
  })
}

/** The place of the first row for which `isTrue`, which is so for all behind it; their number where there is none. */
function firstWhere(rows: ArrayLike<Element>, isTrue: (box: DOMRect) => boolean): number {
  let [from, to] = [0, rows.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const row = rows[middle]
    if (row && isTrue(row.getBoundingClientRect())) to = middle
    else from = middle + 1
  }
  return from
}
