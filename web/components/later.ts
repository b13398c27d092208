import { useDeferredValue } from 'react'

/** False in the first frame of what is drawn, true from the next one on: for what nobody looks for first. */
export const useLater = (): boolean => useDeferredValue(true, false)
