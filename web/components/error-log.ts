import { useEffect } from 'react'

/** Logs a failure once. */
export function useErrorLog(text: string, error: unknown): void {
  useEffect(() => {
    if (error) console.error(text, error)
  }, [text, error])
}
