import { useEffect, useState } from 'react'

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** '3 minutes ago', kept up to date; the exact time shows on hover. */
export function Ago({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {ago((now - Date.parse(at)) / 1000)}
    </time>
  )
}

/** `seconds` in the largest unit that has passed once. */
function ago(seconds: number): string {
  const step = steps.find(([, length]) => seconds >= length)
  return step ? words.format(-Math.floor(seconds / step[1]), step[0]) : 'just now'
}
