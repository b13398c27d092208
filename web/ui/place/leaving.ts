/** Asks whether what is open may be left; `go` leaves it. */
type Ask = (go: () => void) => void

/** Who is asked, and at which address that is open. */
let open: { ask: Ask; at: string } | undefined

type Address = { pathname: string; hash: string }

/** Without the search, which a list beside a form may change. */
const addressOf = ({ pathname, hash }: Address) => pathname + hash

/** From now on `ask` is asked before anything leads away from `place`; answers how to stop that. */
export function askBeforeLeaving(place: Address, ask: Ask): () => void {
  const asking = { ask, at: addressOf(place) }
  open = asking
  return () => {
    if (open === asking) open = undefined
  }
}

/** Whether somebody is asked who leaves `place`. What is open stays on the screen until the next one has been fetched: then they have left. */
export const asksBeforeLeaving = (place: Address): boolean => open?.at === addressOf(place)

/** Leaves `place`, what is open here: at once, or once somebody has said so. */
export function leave(go: () => void, place: Address = location): void {
  if (open && asksBeforeLeaving(place)) open.ask(go)
  else go()
}
