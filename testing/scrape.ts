import { serveMetrics } from '#server/metrics/serve.ts'
import type { TestApp } from './app.ts'

/** The scraped samples by name and labels: `moviebox_images`, `moviebox_uploads_total{outcome="stored"}`. */
export type Samples = Map<string, number>

/** Serves the metrics of an app, and scrapes them once. */
export async function scrape({ metrics }: TestApp): Promise<{ status: number; type: string | null; text: string; samples: Samples }> {
  if (!metrics) throw new Error('Nobody watches this app: give it the setting `metrics`.')
  const { port, stop } = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 })
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`)
    const text = await reply.text()
    return { status: reply.status, type: reply.headers.get('content-type'), text, samples: samplesIn(text) }
  } finally {
    stop()
  }
}

/** Parses metrics. Throws when Prometheus can't read a line, or when a metric's lines aren't together under its heading. */
export function samplesIn(text: string): Samples {
  const samples: Samples = new Map()
  const told = new Set<string>()
  let current = ''
  // Empty lines are ignored (Prometheus, exposition formats).
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const [, heading] = /^# HELP ([a-z][a-z0-9_]*) \S.*$/.exec(line) ?? []
    if (heading !== undefined) {
      if (told.has(heading)) throw new Error(`${heading} is told twice.`)
      told.add(heading)
      current = heading
    } else if (!new RegExp(`^# TYPE ${current} (counter|gauge|histogram)$`).test(line)) {
      const [, sample = '', name = '', value] = /^(([a-z][a-z0-9_]*)(?:\{(?:[a-z]+="[^"\\]*",?)+\})?) (-?[0-9.e+-]+)$/.exec(line) ?? []
      if (
        value === undefined ||
        Number.isNaN(Number(value)) ||
        name.replace(/_(bucket|sum|count)$/, '') !== current.replace(/_(bucket|sum|count)$/, '')
      )
        throw new Error(`Prometheus reads no "${line}" under ${current}.`)
      samples.set(sample, Number(value))
    }
  }
  return samples
}
