import { lazy, type ReactNode } from 'react'
import { usePlace } from '#web/ui/place/Here.tsx'
import type { DayTab } from './address.ts'

const tabs = {
  sheet: lazy(async () => ({ default: (await import('./DaySheet.tsx')).DaySheet })),
  closure: lazy(async () => ({ default: (await import('./Closure.tsx')).Closure })),
}

const isTab = (tab: string | null): tab is DayTab => tab !== null && Object.hasOwn(tabs, tab)

/** The list of bookings, or in its place a day at a branch, where the address asks for that. */
export function InDay({ children }: { children: ReactNode }) {
  const tab = new URLSearchParams(usePlace().search).get('tab')
  const Tab = isTab(tab) ? tabs[tab] : undefined
  return Tab ? <Tab /> : children
}
