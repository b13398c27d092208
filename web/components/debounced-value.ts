import { useEffect, useState } from 'react'

/** The latest value that has stood for `pause` milliseconds. */
export function useSettled<Value>(value: Value, pause: number): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
