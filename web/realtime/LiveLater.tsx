import { type ComponentType, useEffect, useState } from 'react'
import { live } from '#web/api/live.ts'

/** How long the first screen has the network to itself, and after how long it is tried again, in milliseconds. */
const quiet = 2_000
const pause = 15_000

/** Loads the code of the event stream after the first screen. If that fails, the screen shows how old it is. */
export function LiveLater() {
  const [Live, setLive] = useState<ComponentType>()
  useEffect(() => {
    const shownAt = Date.now()
    let timer = setTimeout(load, quiet)
    async function load() {
      try {
        const { Live } = await import('./Live.tsx')
        setLive(() => Live)
      } catch {
        const { toldUntil } = live()
        toldUntil.set(toldUntil.get() ?? shownAt)
        timer = setTimeout(load, pause)
      }
    }
    return () => clearTimeout(timer)
  }, [])
  return Live && <Live />
}
