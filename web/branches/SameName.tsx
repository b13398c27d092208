import { useQuery } from '@tanstack/react-query'
import type { Branch } from '#contract/branches.ts'
import { comparisonKey } from '#contract/text.ts'
import { branchNames } from '#web/api/branch-names.ts'
import { useDebouncedValue } from '#web/components/debounced-value.ts'
import { LiveRemark } from '#web/components/LiveRemark.tsx'

/** How long nothing must have been typed before it is said, in milliseconds: a longer name may begin with that of another branch. */
const pause = 400

/** Points out that another branch than the one that is `stored` has this name already. It may be meant, so nothing is refused. */
export function SameName({ name, stored }: { name: string; stored: Branch | undefined }) {
  const { data } = useQuery(branchNames)
  const written = comparisonKey(useDebouncedValue(name, pause))
  const isTaken = written !== comparisonKey(stored?.name ?? '') && data?.some((each) => comparisonKey(each) === written)
  return <LiveRemark>{isTaken && 'A branch with this name already exists. The two will look the same in bookings.'}</LiveRemark>
}
