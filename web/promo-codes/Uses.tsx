import { bookingStatuses, canceled } from '#contract/bookings.ts'
import type { PromoCode } from '#contract/promo-codes.ts'
import { addressOf } from '#web/api/address.ts'
import { formatCount } from '#web/components/format-count.ts'
import { Link } from '#web/router/Link.tsx'
import { paths } from '#web/router/paths.ts'

type UsesProps = Pick<PromoCode, 'code' | 'uses' | 'mostUses'>

/** The number of uses of a code and its limit, as a bar too. */
export function Uses({ code, uses, mostUses }: UsesProps) {
  return (
    <div>
      <UsesLink code={code} uses={uses} mostUses={mostUses} />
      {mostUses !== null && <progress className="progress mt-1" value={Math.min(uses, mostUses)} max={mostUses} aria-hidden="true" />}
    </div>
  )
}

/** The number of uses, as a link to the bookings that use the code. Canceled bookings do not count. */
export function UsesLink({ code, uses, mostUses }: UsesProps) {
  const count = mostUses === null ? `${formatCount(uses)} used` : `${formatCount(uses)} of ${formatCount(mostUses)} used`
  if (uses === 0) return <p className={line}>{count}</p>
  return (
    <Link
      to={addressOf(paths.bookings.list, {}, { promoCode: code, status: using })}
      className={`${line} rounded-control hover:text-ink hover:underline`}
    >
      {count}
      <span className="sr-only"> by bookings with {code}</span>
    </Link>
  )
}

const using = bookingStatuses.flatMap((_, status) => (status === canceled ? [] : String(status)))

const line = 'inline-flex min-h-6 items-center text-ink-2 text-small tabular-nums pointer-coarse:min-h-11'
