import { family } from './text.ts'

/** How often which of a few words of our own was said. */
export class Counts {
  readonly #counts = new Map<string, number>()

  add(word: string): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
  }

  text(name: string, label: string, help: string): string {
    return family(
      name,
      'counter',
      help,
      [...this.#counts].map(([word, count]) => [{ [label]: word }, count] as const),
    )
  }
}
