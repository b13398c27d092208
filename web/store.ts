import { useSyncExternalStore } from 'react'

/** A value outside React that components can watch: for what outlives a screen. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<(value: Value) => void>()
  return {
    get: () => value,
    set(next: Value) {
      value = next
      for (const listener of listeners) listener(next)
    },
    subscribe(listener: (value: Value) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Store<Value> = ReturnType<typeof createStore<Value>>

export function useStore<Value>(store: Pick<Store<Value>, 'get' | 'subscribe'>): Value {
  return useSyncExternalStore(store.subscribe, store.get)
}
