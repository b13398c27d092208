import { useEffect, useState } from 'react'
import { calendar } from './dates.ts'
import { formatCount } from './format-count.ts'

const steps: [string, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** '3 minutes ago', kept up to date; the exact time shows on hover. */
export function Ago({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        // What writes dates takes a slow processor 50 ms to load, and an editor opens with this.
        currentTarget.title = new Date(at).toLocaleString(undefined, { calendar })
      }}
    >
      {ago((now - Date.parse(at)) / 1000)}
    </time>
  )
}

/** `seconds` in the largest unit that has passed once. */
function ago(seconds: number): string {
  const step = steps.find(([, length]) => seconds >= length)
  if (!step) return 'just now'
  const [unit, length] = step
  const count = Math.floor(seconds / length)
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'} ago`
}
