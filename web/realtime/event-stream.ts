import type { Contract } from '#contract/all.ts'
import type { Message } from '#contract/live.ts'
import { addressOf } from '#web/api/address.ts'
import { openStream } from '#web/api/call.ts'
import { live } from '#web/api/live.ts'
import type { Session } from '#web/api/session.ts'
import { serverIsBack } from '#web/router/load-screen.ts'
import { type Event, readEvents } from './events.ts'
import { electLeader } from './leader-election.ts'
import { holdRecords, openRecords } from './records.ts'

const path: Contract['live']['stream']['path'] = '/api/live'

/** In milliseconds: the longest silence of a stream, and the time of retries before an outage is reported. */
const silence = 25_000
const graceTime = 5_000
/** One that ends sooner than that, in milliseconds, is none: what stands between may answer for the server. */
const shortest = 5_000
const longestWait = 15_000

/**
 * A message from the tab with the stream to the other tabs: an event and the id of the event before it. `isLost`: the stream is down.
 * Without `event`: a sign of life.
 */
type Told = { event?: Event; after?: number | undefined; isLost?: boolean }

/**
 * Receives changes by others over one stream for all tabs of the browser, until `over` aborts. Data shown before the stream opens may be
 * as old as the page. `take` is called for every sign of life, usually with an empty message.
 */
export function openEventStream(session: Session, over: AbortSignal, take: (message: Message) => void): void {
  const whose = session.person ?? session.token.slice(0, 8)
  const prefix = `moviebox.open ${whose} `
  const { toldUntil } = live()
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`moviebox.live ${whose}`)
  let position: number | undefined
  let heard = Date.now()
  let restart = new AbortController()
  let losing: ReturnType<typeof setTimeout> | undefined

  function learn({ event, after, isLost = false }: Told) {
    if (isLost) {
      toldUntil.set(toldUntil.get() ?? heard)
      return
    }
    heard = Date.now()
    clearTimeout(losing)
    losing = undefined
    if (toldUntil.get() !== undefined) {
      toldUntil.set(undefined)
      dispatchEvent(new Event(serverIsBack))
    }
    watch()
    if (!event) return take({})
    // The stream of a tab that was opened since doesn't tell what the others have missed before.
    const isMissing = position !== undefined && event.id > position && (after === undefined || after > position)
    position = event.id
    take(isMissing ? { ...event.message, anew: true } : event.message)
  }

  function tell(told: Told) {
    learn(told)
    channel?.postMessage(told)
  }

  async function stream(ended: AbortSignal) {
    for (let failures = 0; !ended.aborted; ) {
      restart = new AbortController()
      try {
        await once(AbortSignal.any([ended, restart.signal]))
        failures = 0
      } catch {
        if (ended.aborted) return
        if (restart.signal.aborted) continue
        failures += 1
        losing ??= setTimeout(() => tell({ isLost: true }), graceTime)
        await away(Math.min(1_000 * 2 ** failures, longestWait) * (0.5 + Math.random() / 2), ended)
      }
    }
  }

  /** One stream, until the server ends it. */
  async function once(ended: AbortSignal) {
    const quiet = new AbortController()
    let timer = setTimeout(() => quiet.abort(), silence)
    try {
      const query = { in: await openRecords(prefix), since: String(Math.round(performance.now())) }
      const headers: Record<string, string> = {
        accept: 'text/event-stream',
        ...(position !== undefined && { 'last-event-id': String(position) }),
      }
      const { body } = await openStream(session, addressOf(path, {}, query), { headers, signal: AbortSignal.any([ended, quiet.signal]) })
      const alive = () => {
        clearTimeout(timer)
        timer = setTimeout(() => quiet.abort(), silence)
        tell({})
      }
      const begun = performance.now()
      if (body) await readEvents(body, (event) => tell({ event, after: position }), alive)
      if (performance.now() - begun < shortest) throw new Error('The stream ended too soon.')
    } finally {
      clearTimeout(timer)
    }
  }
  const takeOver = electLeader(`moviebox.live ${whose}`, over, stream)

  let watching: ReturnType<typeof setTimeout>
  /** The tab that has the stream may sleep, or be gone without a word. */
  function watch() {
    clearTimeout(watching)
    watching = setTimeout(() => {
      learn({ isLost: true })
      takeOver()
    }, silence + graceTime)
  }
  watch()
  channel?.addEventListener('message', ({ data }: MessageEvent<Told | 'records'>) => (data === 'records' ? restart.abort() : learn(data)), {
    signal: over,
  })
  addEventListener('online', () => restart.abort(), { signal: over })
  addEventListener('offline', () => learn({ isLost: true }), { signal: over })
  over.addEventListener('abort', () => {
    clearTimeout(watching)
    clearTimeout(losing)
    channel?.close()
  })
  holdRecords(prefix, over, () => {
    restart.abort()
    channel?.postMessage('records')
  })
}

/** Waits, but ends early when the network comes back or the window becomes visible. */
function away(milliseconds: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const go = () => {
      over.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(go, milliseconds)
    addEventListener('online', go, { signal: over.signal })
    document.addEventListener('visibilitychange', go, { signal: over.signal })
    ended.addEventListener('abort', go, { signal: over.signal })
  })
}
