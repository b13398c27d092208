import { type ComponentType, use, useReducer, useTransition } from 'react'
import type { Load } from '#web/face.ts'
import { loadedScreen, loadScreen } from './loaded.ts'
import { Unloaded } from './Unloaded.tsx'

/**
 * A screen whose code lies in a file of its own, as a component that fetches it. `lazy` would remember a failure for ever, and hold back
 * what is here already; this one tries again.
 *
 *     const Gallery = fromFile(() => import('./Gallery.tsx').then((file) => file.Gallery))
 */
export function fromFile(load: Load): ComponentType {
  let fetching: Promise<ComponentType | undefined> | undefined
  const fetchOnce = () => {
    fetching ??= loadScreen(load).catch((error: unknown) => void console.error('A screen could not be loaded', error))
    return fetching
  }
  return function FromFile() {
    const [isTrying, startTransition] = useTransition()
    const [, redraw] = useReducer((times: number) => times + 1, 0)
    const Screen = loadedScreen(load) ?? use(fetchOnce())
    if (Screen) return <Screen />
    const retry = () => {
      fetching = undefined
      startTransition(redraw)
    }
    return <Unloaded isTrying={isTrying} onRetry={retry} />
  }
}
