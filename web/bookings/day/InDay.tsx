import type { ReactNode } from 'react'
import { lazyScreen } from '#web/router/lazyScreen.tsx'
import { paths } from '#web/router/paths.ts'
import { Navigate, useLocation } from '#web/router/RouterProvider.tsx'
import type { DayTab } from './address.ts'

const tabs = {
  sheet: lazyScreen(async () => (await import('./DaySheet.tsx')).DaySheet),
  closure: lazyScreen(async () => (await import('./Closure.tsx')).Closure),
}

const isTab = (tab: string | null): tab is DayTab => tab !== null && Object.hasOwn(tabs, tab)

/** The list of bookings, or in its place a day at a branch, where the address asks for that. */
export function InDay({ children }: { children: ReactNode }) {
  const asked = new URLSearchParams(useLocation().search)
  const tab = asked.get('tab')
  if (asked.has('closures')) return <Navigate to={paths.closures.list} />
  const Tab = isTab(tab) ? tabs[tab] : undefined
  return Tab ? <Tab /> : children
}
