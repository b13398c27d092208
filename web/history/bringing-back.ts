import { useState } from 'react'
import type { Version } from '#contract/endpoint.ts'
import type { Stored } from '#web/api/resource.ts'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { picturesLeftOut } from '#web/forms/conflicts/changes.ts'
import { notifyFailure } from '#web/toasts/notices.ts'
import { toastWithUndo } from '#web/toasts/undo.ts'
import { aliasVersion, resolveVersion } from '#web/toasts/version-aliases.ts'
import type { HistoryProps } from './HistoryButton.tsx'

/** Restores a version, with the message for the panel and an Undo. */
export function useBringingBack({ useBringBack, useRemove, lacks }: HistoryProps['resource'], name: string) {
  const { mutateAsync, error, reset } = useBringBack()
  const { mutateAsync: remove } = useRemove()
  const [told, setTold] = useState<string>()
  // Not that of the mutation, which comes a moment later: a second Enter would get in between.
  const [isBusy, setIsBusy] = useState(false)
  const isHere = useIsMounted()

  async function bring(latest: Version<Stored>, { version, record }: Version<Stored>) {
    if (isBusy) return
    setIsBusy(true)
    setTold(undefined)
    try {
      const now = await mutateAsync({ item: latest.record, version })
      const without = picturesLeftOut(record, now) ? ' without images that are no longer in the gallery' : ''
      const lacking = await lacks(now)
      const text = `was restored to version ${version}${without}.${lacking ? ` ${lacking}` : ''}`
      setTold(`Restored version ${version}${without}${lacking ? `. ${lacking}` : ''}`)
      const go = async () => {
        if (latest.action === 'delete') return remove(resolveVersion(now))
        aliasVersion(latest.record, await mutateAsync({ item: resolveVersion(now), version: latest.version }))
      }
      toastWithUndo({ about: { name }, text }, [{ name, go, done: 'was reverted.', failed: "couldn't be reverted." }])
    } catch (failure) {
      console.error('A version could not be restored', failure)
      if (!isHere()) notifyFailure(`couldn't be restored to version ${version}.`, failure, { about: { name } })
    }
    setIsBusy(false)
  }

  return { bring, told, error, reset, isBusy }
}
