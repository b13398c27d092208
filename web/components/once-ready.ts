import { useEffect, useEffectEvent, useState } from 'react'

/** Returns a function that schedules `work` until `isReady` is true; called with `false`, it cancels. */
export function useOnceReady(isReady: boolean, work: () => void): (isWanted: boolean) => void {
  const [isWanted, setIsWanted] = useState(false)
  const run = useEffectEvent(() => {
    setIsWanted(false)
    work()
  })
  useEffect(() => {
    if (isWanted && isReady) run()
  }, [isWanted, isReady])
  return setIsWanted
}
