import type { Contract } from '#contract/all.ts'
import type { Message } from '#contract/live.ts'
import { addressOf } from '#web/api/address.ts'
import { openStream } from '#web/api/call.ts'
import { live } from '#web/api/live.ts'
import type { Session } from '#web/api/session.ts'
import { serverIsBack } from '#web/router/load-screen.ts'
import { readEvents } from './events.ts'
import { openRecords, publishRecords } from './records.ts'

const path: Contract['live']['stream']['path'] = '/api/live'

/** In milliseconds: the longest silence of a stream, and the time of retries before an outage is reported. */
const silence = 25_000
const graceTime = 5_000
/** A stream that ends sooner, in milliseconds, counts as failed: a proxy may have answered for the server. */
const shortest = 5_000
const longestWait = 15_000
/**
 * How long a tab is visible before its stream opens again, and hidden before it closes, in milliseconds. A user who goes through many tabs
 * then holds few of the six connections that a browser has to a host over HTTP/1.1.
 */
const opensAfter = 1_000
const closesAfter = 3_000

const isVisible = () => document.visibilityState === 'visible'

/**
 * Receives changes by others over a stream while the tab is visible, until `over` aborts. A tab that becomes visible again receives the
 * changes that it has missed. Data shown before the first stream may be as old as the page. `take` is called for every sign of life,
 * usually with an empty message.
 */
export function openEventStream(session: Session, over: AbortSignal, take: (message: Message) => void): void {
  const { toldUntil } = live()
  const records = `moviebox.open ${session.person ?? session.token.slice(0, 8)} `
  let position: number | undefined
  let heard = Date.now()
  let shown = new AbortController()
  shown.abort()
  let restart = new AbortController()
  let losing: ReturnType<typeof setTimeout> | undefined
  let turning: ReturnType<typeof setTimeout> | undefined

  function onLife() {
    heard = Date.now()
    stopLosing()
    if (toldUntil.get() === undefined) return
    toldUntil.set(undefined)
    dispatchEvent(new Event(serverIsBack))
  }

  const lose = () => toldUntil.set(toldUntil.get() ?? heard)

  function stopLosing() {
    clearTimeout(losing)
    losing = undefined
  }

  /** Opens one stream after the other while the tab is visible. */
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
        losing ??= setTimeout(lose, graceTime)
        await away(Math.min(1_000 * 2 ** failures, longestWait) * (0.5 + Math.random() / 2), ended)
      }
    }
  }

  /** One stream, until the server ends it. */
  async function once(ended: AbortSignal) {
    const quiet = new AbortController()
    let timer = setTimeout(() => quiet.abort(), silence)
    try {
      const query = { in: await openRecords(records), since: String(Math.round(performance.now())) }
      const headers: Record<string, string> = {
        accept: 'text/event-stream',
        ...(position !== undefined && { 'last-event-id': String(position) }),
      }
      const { body } = await openStream(session, addressOf(path, {}, query), { headers, signal: AbortSignal.any([ended, quiet.signal]) })
      const alive = () => {
        clearTimeout(timer)
        timer = setTimeout(() => quiet.abort(), silence)
        onLife()
        take({})
      }
      const begun = performance.now()
      if (body)
        await readEvents(
          body,
          ({ id, message }) => {
            position = id
            take(message)
          },
          alive,
        )
      if (performance.now() - begun < shortest) throw new Error('The stream ended too soon.')
    } finally {
      clearTimeout(timer)
    }
  }

  function open() {
    if (!shown.signal.aborted) return
    shown = new AbortController()
    void stream(AbortSignal.any([over, shown.signal]))
  }

  function close() {
    shown.abort()
    stopLosing()
  }

  function turn() {
    clearTimeout(turning)
    turning = isVisible() ? setTimeout(open, opensAfter) : setTimeout(close, closesAfter)
  }

  if (isVisible()) open()
  document.addEventListener('visibilitychange', turn, { signal: over })
  addEventListener('online', () => restart.abort(), { signal: over })
  addEventListener('offline', lose, { signal: over })
  over.addEventListener('abort', () => {
    clearTimeout(turning)
    stopLosing()
  })
  publishRecords(records, over, () => restart.abort())
}

/** Waits, but ends early when the network comes back. */
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
    ended.addEventListener('abort', go, { signal: over.signal })
  })
}
