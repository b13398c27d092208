import { createSetting } from '#web/setting.ts'
import { useStore } from '#web/store.ts'

const singleKeys = createSetting('moviebox.shortcuts', ['on', 'off'])

/**
 * Whether shortcuts of one key, without Ctrl, are on. People who dictate or hit keys by accident must be able to turn them off
 * (https://www.w3.org/TR/WCAG22/#character-key-shortcuts).
 */
export const areSingleKeysOn = (): boolean => singleKeys.get() === 'on'

export const useSingleKeys = (): boolean => useStore(singleKeys) === 'on'

/** Turns the shortcuts on or off for all tabs of this machine. */
export const switchSingleKeys = (to: boolean): void => singleKeys.set(to ? 'on' : 'off')
