import type { Metrics } from './metrics.ts'

/** In milliseconds: the resolution of the event loop's delay. */
const resolution = 20

/** Adds memory, CPU and event loop of this process. */
export function watchProcess(metrics: Metrics): void {
  const { monitorEventLoopDelay, performance } = process.getBuiltinModule('node:perf_hooks')
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  metrics.gauge('moviebox_event_loop_delay_seconds', 'Event loop delay since the last scrape.', ['quantile'], () => {
    // The timer that measures is part of the measured delay.
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1000)
    const delays = [50, 99, 100].map((percent) => [{ quantile: percent / 100 }, late(delay.percentile(percent))] as const)
    delay.reset()
    return delays
  })
  metrics.total('moviebox_event_loop_seconds_total', 'Time that the event loop was active and idle.', ['state'], () => {
    const { active, idle } = performance.eventLoopUtilization()
    return [
      [{ state: 'active' }, active / 1000],
      [{ state: 'idle' }, idle / 1000],
    ]
  })
  const memory = (name: string, help: string, read: (usage: NodeJS.MemoryUsage) => number) =>
    metrics.gauge(name, help, [], () => [[{}, read(process.memoryUsage())]])
  memory('process_resident_memory_bytes', 'Memory of the process.', ({ rss }) => rss)
  memory('nodejs_heap_size_used_bytes', 'Memory used by objects.', ({ heapUsed }) => heapUsed)
  memory('nodejs_external_memory_bytes', 'Memory used by buffers.', ({ external }) => external)
  metrics.total('process_cpu_seconds_total', 'CPU time of the process.', [], () => {
    const { user, system } = process.cpuUsage()
    return [[{}, (user + system) / 1e6]]
  })
  const began = Math.round(performance.timeOrigin / 1000)
  metrics.gauge('process_start_time_seconds', 'Start time of the process, in seconds since 1970.', [], () => [[{}, began]])
}
