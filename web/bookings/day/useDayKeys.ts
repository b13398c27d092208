import type { ListQuery } from '#web/api/address.ts'
import { navigate } from '#web/router/location.ts'
import { useShortcuts } from '#web/shortcuts/shortcuts.ts'
import { dayAddress } from './address.ts'

/** `s` and `c` open the sheet and the closure of the listed day. */
export function useDayKeys(asked: ListQuery): void {
  useShortcuts({ s: () => navigate(dayAddress('sheet', asked)), c: () => navigate(dayAddress('closure', asked)) })
}
