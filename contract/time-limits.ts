/**
 * The time limits of a call, in milliseconds, in the server and in the browser. The server's limit is shorter: otherwise it could store a change that
 * the browser has reported as failed (docs/decisions/005).
 */
export const timeLimits = {
  ordinary: { server: 8_000, browser: 10_000 },
  images: { server: 25_000, browser: 30_000 },
} as const
