import { ArrowUpDown, ChevronDown } from 'lucide-react'
import { type Listing, parseOrder } from '#contract/listing.ts'

type OrderMenuProps = {
  /** Each order as written in a query, with its label. */
  orders: Readonly<Record<string, string>>
  value: string
  onChange: (order: string) => void
}

/** The order of a list, chosen from the browser's own menu. */
export function OrderMenu({ orders, value, onChange }: OrderMenuProps) {
  return (
    <div className="relative inline-flex min-w-0 items-center [.popover_&]:mb-1.5 text-ink-2">
      <ArrowUpDown size={14} className="pointer-events-none absolute left-3" />
      <select
        aria-label="Sort by"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="input !min-h-8 !w-auto min-w-0 max-w-48 [.popover_&]:!w-full [.popover_&]:max-w-none cursor-pointer appearance-none truncate !rounded-full !py-0.5 !pr-8 !pl-8 pointer-coarse:!min-h-11"
      >
        {Object.entries(orders).map(([order, name]) => (
          <option key={order} value={order}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={14} className="pointer-events-none absolute right-2.5" />
    </div>
  )
}

/** Every order of a listing, and each turned round: 'Title, A to Z', 'Newest first', 'Date, latest first'. */
export function ordersOf({ orders }: Listing): Record<string, string> {
  const written = Object.keys(orders).flatMap((name) => [name, `-${name}`])
  return Object.fromEntries(written.map((order) => [order, inWords(orders, order)]))
}

function inWords(orders: Listing['orders'], written: string): string {
  const { name, isReversed } = parseOrder(written)
  const order = orders[name]
  if (order?.isAlphabetical || order?.isText) return `${order.label}, ${isReversed ? 'Z to A' : 'A to Z'}`
  if (order?.by.length === 0) return isReversed ? 'Oldest first' : 'Newest first'
  return `${order?.label}, ${Boolean(order?.descending) !== isReversed ? 'latest' : 'earliest'} first`
}
