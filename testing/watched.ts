import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Loaded beside the product, at each `SIGUSR2` it prints for how long the event loop stood still since the last one: "delay 12", the 99th percentile in milliseconds. */
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('SIGUSR2', () => {
  console.log(`delay ${Math.round(delay.percentile(99) / 1e6)}`)
  delay.reset()
})
