import { useEffect, useState } from 'react'

/** The value, updated after it has not changed for `pause` milliseconds. */
export function useDebouncedValue<Value>(value: Value, pause: number): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
