import { family } from './text.ts'

/** In milliseconds: how finely the delay of the event loop is measured. */
const resolution = 20

/** Measures the event loop from now on. What `text` tells of its delay is from since it was last asked. */
export function watchProcess(): { text(): string; stop(): void } {
  const { monitorEventLoopDelay, performance } = process.getBuiltinModule('node:perf_hooks')
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()

  function loop(): string[] {
    const { active, idle } = performance.eventLoopUtilization()
    // The timer that measures is part of what it measures.
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1000)
    const delays = [50, 99, 100].map((percent) => [{ quantile: percent / 100 }, late(delay.percentile(percent))] as const)
    delay.reset()
    return [
      family('moviebox_event_loop_delay_seconds', 'gauge', 'How late the event loop was, since this was last asked for.', delays),
      family('moviebox_event_loop_seconds_total', 'counter', 'What the event loop worked, and what it waited.', [
        [{ state: 'active' }, active / 1000],
        [{ state: 'idle' }, idle / 1000],
      ]),
    ]
  }

  function memory(): string[] {
    const { rss, heapUsed, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    return [
      family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [[{}, rss]]),
      family('nodejs_heap_size_used_bytes', 'gauge', 'Memory that objects take.', [[{}, heapUsed]]),
      family('nodejs_external_memory_bytes', 'gauge', 'Memory that buffers take.', [[{}, external]]),
      family('process_cpu_seconds_total', 'counter', 'CPU time of the process.', [[{}, (user + system) / 1e6]]),
      family('process_start_time_seconds', 'gauge', 'When the process began, since 1970.', [
        [{}, Math.round(performance.timeOrigin / 1000)],
      ]),
    ]
  }

  return { text: () => [...loop(), ...memory()].join('\n'), stop: () => delay.disable() }
}
