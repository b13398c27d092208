/** Asks whether what is open may be left; `go` leaves it. */
type Ask = (go: () => void) => void

type Screen = { pathname: string }

/** Who is asked, and on which screen that is open: its search and its hash may change meanwhile. */
let open: { ask: Ask; at: string } | undefined

/** From now on `ask` is asked before anything leads away from what is open on a screen; answers how to stop that. */
export function askBeforeLeaving({ pathname: at }: Screen, ask: Ask): () => void {
  const asking = { ask, at }
  open = asking
  return () => {
    if (open === asking) open = undefined
  }
}

/** Whether somebody is asked who leaves `screen`. What is open stays in sight until the next one has been fetched: then they have left. */
export const asksBeforeLeaving = (screen: Screen): boolean => open?.at === screen.pathname

/** Leaves what is open on `screen`: at once, or once somebody has said so. */
export function leave(go: () => void, screen: Screen = location): void {
  if (open && asksBeforeLeaving(screen)) open.ask(go)
  else go()
}
