/** Makes the browser ask before the page is closed, until the returned function is called or `over` aborts. */
export function askBeforeUnload(over?: AbortSignal): () => void {
  // A listener for each caller: one function for all would be removed by the first.
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask, over && { signal: over })
  return () => removeEventListener('beforeunload', ask)
}
