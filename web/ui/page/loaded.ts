import type { ComponentType } from 'react'
import type { Load } from '#web/face.ts'

const loaded = new WeakMap<Load, ComponentType>()

/** Fetches the code of a screen; from then on it is drawn at once. */
export async function loadScreen(load: Load): Promise<ComponentType> {
  const Screen = await load()
  loaded.set(load, Screen)
  return Screen
}

/** The screen, if its code is here. */
export const loadedScreen = (load: Load): ComponentType | undefined => loaded.get(load)
