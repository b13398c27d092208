/** Who calls: the token to send, for as long as their session is not over. */
export type Caller = { readonly token: string; readonly signal: AbortSignal }

/**
 * Settles as `work` does while the session lasts, and never once it is over: whatever waits for it belongs to somebody who has
 * gone, and would go on with the next person's token or in front of their eyes.
 */
export function whileItLasts<Result>(over: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  if (!over) return work()
  return new Promise((resolve, reject) => {
    if (over.aborted) return
    work().then(
      (result) => over.aborted || resolve(result),
      (error: unknown) => over.aborted || reject(error),
    )
  })
}
