/** Who calls: the token to send, for as long as their session is not over. */
export type Caller = { readonly token: string; readonly signal: AbortSignal }

/**
 * Settles as `work` does while the session lasts, and never after it has ended. Work of an ended session would otherwise go on with the
 * next user's token.
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
