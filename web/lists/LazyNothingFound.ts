import { lazyOptional } from '#web/router/lazyOptional.tsx'
import type { NothingFoundProps } from './NothingFound.tsx'

/** The message for a list without matches, loaded when it is needed. */
export const LazyNothingFound = lazyOptional<NothingFoundProps>(async () => (await import('./NothingFound.tsx')).NothingFound)
