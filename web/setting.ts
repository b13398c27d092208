import { browserStorage } from '#web/storage.ts'
import { createStore, type Store } from '#web/store.ts'

/** A choice that this browser remembers, the same in all tabs: the first of `values` until the user chooses another one. */
export function createSetting<Value extends string>(key: string, values: readonly [Value, ...Value[]]): Store<Value> {
  const read = () => values.find((value) => value === browserStorage.get(key)) ?? values[0]
  const setting = createStore(read())
  addEventListener('storage', (event) => event.key === key && setting.set(read()))
  return {
    ...setting,
    set(value) {
      if (value === values[0]) browserStorage.remove(key)
      else browserStorage.set(key, value)
      setting.set(value)
    },
  }
}
