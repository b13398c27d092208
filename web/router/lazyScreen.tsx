import { type ComponentType, use, useReducer, useTransition } from 'react'
import { loadedScreen, loadScreen } from './load-screen.ts'
import { Unloaded } from './Unloaded.tsx'

/**
 * A component with its code in a file of its own. React's `lazy` would remember a failure until the page is reloaded; this component shows
 * the failure and tries again, by a button and at the next visit.
 *
 *     const Gallery = lazyScreen(() => import('./Gallery.tsx').then((file) => file.Gallery))
 */
export function lazyScreen<Props extends object = object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let fetching: Promise<ComponentType<Props> | undefined> | undefined
  const fetchOnce = () => {
    fetching ??= loadScreen(load).catch((error: unknown) => void console.error('A screen could not be loaded', error))
    return fetching
  }
  const forget = () => {
    fetching = undefined
  }
  return function LazyScreen(props) {
    const [isTrying, startTransition] = useTransition()
    const [, redraw] = useReducer((times: number) => times + 1, 0)
    const Screen = loadedScreen(load) ?? use(fetchOnce())
    if (Screen) return <Screen {...props} />
    const retry = () => {
      forget()
      startTransition(redraw)
    }
    return <Unloaded isTrying={isTrying} onRetry={retry} onLeave={forget} />
  }
}
