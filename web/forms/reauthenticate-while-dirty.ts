import { useEffect, useEffectEvent } from 'react'
import { reauthenticateWhileDirty } from '#web/api/session.ts'
import { isSame } from './same.ts'
import type { useForm } from './useForm.ts'

/** A session that runs out leaves a form where it is for as long as it holds more than `initial`, or an upload. */
export function useReauthenticateWhileDirty<Values extends object>(
  { latest, isHeldUp }: Pick<ReturnType<typeof useForm<Values>>, 'latest' | 'isHeldUp'>,
  initial: Values,
) {
  const isTyped = useEffectEvent(() => isHeldUp() || !isSame(latest(), initial))
  useEffect(() => reauthenticateWhileDirty(() => isTyped()), [])
}
