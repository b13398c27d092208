import { useEffect, useEffectEvent, useState } from 'react'

/** Returns a function that asks for `work`, which runs once `isReady` is true; with `false` it takes that back. */
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
