import type { ComponentType } from 'react'

/** Loads the code of a screen or of a part of one. */
type Load<Props extends object> = () => Promise<ComponentType<Props>>

/** The window's event that the event stream fires when the server answers again after an outage. */
export const serverIsBack = 'moviebox.serverIsBack'

const loaded = new WeakMap<Load<never>, unknown>()

/** Fetches the code; from then on it is drawn at once. */
export async function loadScreen<Props extends object>(load: Load<Props>): Promise<ComponentType<Props>> {
  const Screen = await load()
  loaded.set(load as Load<never>, Screen)
  return Screen
}

/** The component, if its code is here. */
export const loadedScreen = <Props extends object>(load: Load<Props>): ComponentType<Props> | undefined =>
  loaded.get(load as Load<never>) as ComponentType<Props> | undefined
