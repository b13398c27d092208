/** What Prometheus reads: https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** The values of labels by their names. They are routes and words of our own: nothing in them has to be escaped. */
export type Labels = Record<string, string | number>
export type Sample = readonly [labels: Labels, value: number]

/** All samples of a metric; `kind` is what Prometheus calls it. */
export function family(name: string, kind: 'counter' | 'gauge', help: string, samples: Iterable<Sample>): string {
  return [...heading(name, kind, help), ...[...samples].map(([labels, value]) => line(name, labels, value))].join('\n')
}

export const heading = (name: string, kind: string, help: string): string[] => [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`]

export function line(name: string, labels: Labels, value: number): string {
  const all = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
  return `${name}${all.length > 0 ? `{${all.join()}}` : ''} ${value}`
}
