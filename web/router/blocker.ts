/** Asks the user whether to leave the screen; `go` leaves it. */
type Blocker = (go: () => void) => void

type Screen = { pathname: string }

/** The blocker, and the path of its screen: search and hash may change meanwhile. */
let current: { ask: Blocker; at: string } | undefined

/** Sets the function that every navigation away from a screen has to ask. Returns a function that removes it. */
export function setBlocker({ pathname: at }: Screen, ask: Blocker): () => void {
  const asking = { ask, at }
  current = asking
  return () => {
    if (current === asking) current = undefined
  }
}

/** Whether leaving `screen` asks the user. The old screen stays visible while the next one loads; it counts as left then. */
export const isBlocked = (screen: Screen): boolean => current?.at === screen.pathname

/** Leaves `screen`, after the user has agreed where a blocker is set. */
export function leave(go: () => void, screen: Screen = location): void {
  if (current && isBlocked(screen)) current.ask(go)
  else go()
}
