import { useEffect, useEffectEvent } from 'react'
import { reauthenticateWhileDirty } from '#web/api/session.ts'
import { isSame } from './same.ts'
import type { useForm } from './useForm.ts'

/** A session that runs out leaves a form where it is for as long as it holds more than `initial`, or an upload. */
export function useReauthenticateWhileDirty<Values extends object>(
  { getValues, isHeldUp }: Pick<ReturnType<typeof useForm<Values>>, 'getValues' | 'isHeldUp'>,
  initial: Values,
) {
  const isTyped = useEffectEvent(() => isHeldUp() || !isSame(getValues(), initial))
  useEffect(() => reauthenticateWhileDirty(() => isTyped()), [])
}
