import type { ReactNode } from 'react'

const tones = {
  wait: 'bg-wait-soft text-wait',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  calm: 'bg-sunk text-ink-2',
  accent: 'bg-accent-soft text-accent-text',
}

export type Tone = keyof typeof tones

/** A state in a word or two, in its colour. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex max-w-full shrink-0 items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 font-[600] text-tiny forced-colors:border ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
