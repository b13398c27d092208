import { useState } from 'react'

/** The guests that were called, until the user leaves; the outcome of a call belongs into the booking. */
export function useCalled() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    has: (id: string): boolean => ids.has(id),
    set: (id: string, isCalled: boolean) =>
      setIds((before) => new Set(isCalled ? [...before, id] : [...before].filter((each) => each !== id))),
  }
}

export type Called = ReturnType<typeof useCalled>
