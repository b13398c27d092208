import type { ListQuery } from '#web/api/address.ts'
import { navigate } from '#web/router/location.ts'
import { useShortcuts } from '#web/shortcuts/shortcuts.ts'
import { dayAddress } from './address.ts'

/** `s` and `c` lead from the list to the sheet and to the closure of what it is asked for. */
export function useDayKeys(asked: ListQuery): void {
  useShortcuts({ s: () => navigate(dayAddress('sheet', asked)), c: () => navigate(dayAddress('closure', asked)) })
}
