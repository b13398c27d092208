import { browserStorage } from '#web/storage.ts'
import { createStore, useStore } from '#web/store.ts'

const storageKey = 'moviebox.shortcuts'

const isOn = createStore(browserStorage.get(storageKey) !== 'off')

/**
 * Whether shortcuts of one key, without Ctrl, are on. People who dictate or hit keys by accident must be able to turn them off
 * (https://www.w3.org/TR/WCAG22/#character-key-shortcuts).
 */
export const areSingleKeysOn = isOn.get

export const useSingleKeys = (): boolean => useStore(isOn)

/** Turns the shortcuts on or off for all tabs of this machine. */
export function switchSingleKeys(to: boolean): void {
  if (to) browserStorage.remove(storageKey)
  else browserStorage.set(storageKey, 'off')
  isOn.set(to)
}

addEventListener('storage', ({ key, newValue }) => {
  if (key === storageKey) isOn.set(newValue !== 'off')
})
