import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded beside the product. At each `SIGUSR2` it prints the event loop delay since the previous one: "delay 12", the 99th percentile in
 * milliseconds.
 */
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('SIGUSR2', () => {
  console.log(`delay ${Math.round(delay.percentile(99) / 1e6)}`)
  delay.reset()
})
