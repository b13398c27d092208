import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Event loop delays in ms. */
export type Delays = { p50: number; p99: number; max: number }

/** Loaded beside the server: reports the event loop delay since the bench sent `begin`. */
const resolution = 1
const histogram = monitorEventLoopDelay({ resolution })
histogram.enable()
process.on('message', (word) => {
  if (word === 'begin') histogram.reset()
  const [p50, p99, max] = [histogram.percentile(50), histogram.percentile(99), histogram.max].map((delay) => delay / 1e6 - resolution)
  if (word === 'tell') process.send?.({ p50, p99, max })
})
process.channel?.unref()
