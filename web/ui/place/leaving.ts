/** Asks whether what is open here may be left; `go` leaves it. */
type Ask = (go: () => void) => void

let ask: Ask | undefined

/** From now on `asks` is asked before anything leads elsewhere; answers how to stop that. */
export function askBeforeLeaving(asks: Ask): () => void {
  ask = asks
  return () => {
    if (ask === asks) ask = undefined
  }
}

/** Whether somebody would be asked. */
export const asksBeforeLeaving = (): boolean => ask !== undefined

/** Leaves what is open here: at once, or once somebody has said so. */
export function leave(go: () => void): void {
  if (ask) ask(go)
  else go()
}
