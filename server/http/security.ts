import type { IncomingMessage } from 'node:http'
import { playerHosts } from '#contract/trailers.ts'
import type { IsProxy } from './proxies.ts'

export type Headers = Readonly<Record<string, string>>

/**
 * The headers that every answer begins with, those of Node's parser included. Scripts, styles and fonts come from this server
 * alone, nothing inline runs, and only the players' hosts may be framed. No `upgrade-insecure-requests`: in an office the product
 * is often served without TLS.
 */
export function securityHeaders(trailerHosts: readonly string[]): Headers {
  const players = [...playerHosts, ...trailerHosts].map((host) => `https://${host}`)
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "manifest-src 'self'",
      `frame-src ${players.join(' ')}`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join(';'),
    'permissions-policy': permissions(players),
    // The players need the origin as referrer; a frame in the page gets nothing more.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // An answer may depend on the token, so caching is off unless a route allows it.
    'cache-control': 'no-store',
  }
}

/** Tells browsers to come back over TLS only, for a year. It speaks for this host and no other. */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const

/**
 * Returns whether the caller came by HTTPS; the header counts only there (RFC 6797, 7.2). This server speaks plain HTTP, so a trusted proxy
 * must have said so.
 */
export const cameByTls =
  (isProxy: IsProxy) =>
  ({ headers, socket }: IncomingMessage): boolean => {
    const protocols = headers['x-forwarded-proto']
    return protocols !== undefined && /(^|,)\s*https$/.test(String(protocols)) && isProxy(socket.remoteAddress ?? '', 0)
  }

/** Returns the permissions policy: no browser feature, except those that a player needs, and these only in the players' own frames. */
function permissions(players: readonly string[]): string {
  const allowed = `(self ${players.map((player) => `"${player}"`).join(' ')})`
  return [...forPlayers.map((feature) => `${feature}=${allowed}`), ...forNobody.map((feature) => `${feature}=()`)].join(', ')
}

const forPlayers = ['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture']

/** The browser features that ask a user for something, or reveal something about the user. */
const forNobody = [
  'accelerometer',
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
