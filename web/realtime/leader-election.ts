/** Without HTTPS a browser has none. */
const { locks } = navigator as Partial<Navigator>

const isVisible = () => document.visibilityState === 'visible'

/**
 * Does `work` in one tab of the browser at a time, in the one that was opened or looked at last, until `over`; whichever tab closes, another one
 * goes on. Browsers have few connections to a host: one in each of twenty tabs, and nothing else gets through. Without locks each tab that is looked at
 * does it by itself. Answers how to take it over from a tab that does it no more.
 */
export function electLeader(name: string, over: AbortSignal, work: (ended: AbortSignal) => Promise<void>): () => void {
  let leading = new AbortController()
  leading.abort()
  let waiting = new AbortController()

  async function lead(steal: boolean) {
    waiting.abort()
    const asked = new AbortController()
    waiting = asked
    const ended = new AbortController()
    try {
      await locks?.request(name, steal ? { steal } : { signal: asked.signal }, async () => {
        if (over.aborted) return
        leading = ended
        await work(AbortSignal.any([over, ended.signal]))
      })
    } catch {
      ended.abort()
      // Another tab has taken it over; this one is the next once that is closed.
      if (waiting === asked && !over.aborted) void lead(false)
    }
  }

  function alone() {
    if (!isVisible()) return leading.abort()
    if (!leading.signal.aborted) return
    leading = new AbortController()
    void work(AbortSignal.any([over, leading.signal]))
  }

  const take = () => void (locks ? leading.signal.aborted && isVisible() && lead(true) : alone())
  take()
  if (locks && !isVisible()) void lead(false)
  document.addEventListener('visibilitychange', take, { signal: over })
  return take
}
