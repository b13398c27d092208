import { useState } from 'react'
import type { Version } from '#contract/endpoint.ts'
import type { Stored } from '#web/api/resource.ts'
import { picturesLeftOut } from './changes.ts'
import type { HistoryProps } from './HistoryButton.tsx'

/** Bringing a version back, and what is to be said of it. */
export function useBringingBack({ useBringBack }: HistoryProps['resource']) {
  const { mutateAsync, error, reset, isPending } = useBringBack()
  const [told, setTold] = useState<string>()

  async function bring(latest: Version<Stored>, { version, record }: Version<Stored>) {
    setTold(undefined)
    try {
      const now = await mutateAsync({ item: latest.record, version })
      const without = picturesLeftOut(record, now) ? ', without pictures that have left the gallery' : ''
      setTold(`It is again as it was in version ${version}${without}.`)
    } catch (failure) {
      console.error('A version could not be brought back', failure)
    }
  }

  return { bring, told, error, reset, isBusy: isPending }
}
