import { heading, type Labels, line } from './text.ts'

/** In seconds, the upper ends of the buckets: from what is kept to what an upload may take. */
const usualBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** How often something took how long, as Prometheus counts it: by buckets. */
export class Histogram {
  readonly #bounds: readonly number[]
  /** Of each bucket alone, the last for what is beyond them; summed up when it is told. */
  readonly #counts: number[]
  #sum = 0

  constructor(bounds = usualBounds) {
    this.#bounds = bounds
    this.#counts = new Array(bounds.length + 1).fill(0)
  }

  observe(seconds: number): void {
    let at = 0
    while (seconds > (this.#bounds[at] ?? Number.POSITIVE_INFINITY)) at++
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#sum += seconds
  }

  /** Its samples under the name of its metric. */
  lines(name: string, labels: Labels = {}): string[] {
    let count = 0
    const buckets = this.#counts.map((own, at) => {
      count += own
      return line(`${name}_bucket`, { ...labels, le: this.#bounds[at] ?? '+Inf' }, count)
    })
    return [...buckets, line(`${name}_sum`, labels, this.#sum), line(`${name}_count`, labels, count)]
  }

  text(name: string, help: string): string {
    return [...heading(name, 'histogram', help), ...this.lines(name)].join('\n')
  }
}
