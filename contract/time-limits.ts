/**
 * How long a call may take, in milliseconds: in the server, and until the browser gives up. The server is the first to do so, or it
 * would store what the person believes to have failed (docs/decisions/005).
 */
export const timeLimits = {
  ordinary: { server: 8_000, browser: 10_000 },
  images: { server: 25_000, browser: 30_000 },
} as const
