import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { newUsername, passwordLength } from '#contract/users.ts'
import { WrongSetting } from '#server/errors.ts'
import { dayEndsAt } from './db/day-end.ts'
import { readAddress } from './db/postgres/address.ts'
import { type StoreAddress, storeAddress } from './images/store-address.ts'
import { phoneCountry } from './phone/country.ts'
import { cleaned } from './startup/settings.ts'

/** The settings from the environment; the README has a table of them. */
export type Config = {
  port: number
  host: string
  dataDir: string
  /** `undefined`: SQLite in `dataDir`. */
  databaseUrl: string | undefined
  /** The store for the pictures; `undefined`: `dataDir`. */
  store: StoreAddress | undefined
  /** The size of the cache of a store's pictures in `dataDir`, in bytes. */
  mediaCache: number
  adminUsername: string
  adminPassword: string | undefined
  publicContent: boolean
  /** The users who may create and delete users. */
  userManagement: 'super users' | 'staff'
  /** Hosts besides YouTube and Vimeo whose players a trailer may show. */
  trailerHosts: string[]
  /** The trusted proxies in front: their number, or their addresses. `false`: none, so the peer's address is the client's. */
  trustProxy: false | number | string[]
  logLevel: string
  /** The seconds after SIGTERM during which requests are still served, while `/readyz` already fails. */
  drainSeconds: number
  /** The address on which Prometheus scrapes the metrics; `undefined`: none. */
  metrics: { host: string; port: number } | undefined
  /** The daily backups: the folder, the time (`HH:mm`) and how many are kept; `undefined`: no backups. */
  backups: { folder: string; at: string; keep: number } | undefined
  /** The days after which deleted records are erased, and those after which past bookings are erased; 0: never. */
  trashDays: number
  retentionDays: number
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Parses the settings. Throws a `WrongSetting` whose sentence names the wrong setting and its possible values. */
export function readConfig(given: Record<string, string | undefined>): Config {
  const env = cleaned(given)
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback
  const mediaUrl = text('MEDIA_URL', '')
  requireTimeZone(text('TZ', ''))
  phoneCountry(env)
  dayEndsAt(env)
  return {
    port: port('PORT', text('PORT', '3000')),
    host: text('HOST', 'localhost'),
    dataDir: resolve(text('DATA_DIR', 'data')),
    databaseUrl: databaseUrl(text('DATABASE_URL', '')),
    store: mediaUrl === '' ? undefined : storeAddress(mediaUrl, env),
    mediaCache: megabytes('MEDIA_CACHE', text('MEDIA_CACHE', '1000')),
    adminUsername: adminUsername(text('ADMIN_USERNAME', 'admin')),
    adminPassword: adminPassword(env.ADMIN_PASSWORD ?? ''),
    publicContent: onOrOff('PUBLIC_CONTENT', text('PUBLIC_CONTENT', 'on')),
    userManagement: userManagement(text('USER_MANAGEMENT', 'super-users')),
    trailerHosts: trailerHosts(text('TRAILER_HOSTS', '')),
    trustProxy: trustProxy(text('TRUST_PROXY', 'off')),
    logLevel: logLevel(text('LOG_LEVEL', 'info')),
    drainSeconds: drainSeconds(text('DRAIN_SECONDS', '0')),
    metrics: metrics(text('METRICS_HOST', '127.0.0.1'), text('METRICS_PORT', '')),
    trashDays: days('TRASH_DAYS', text('TRASH_DAYS', '90')),
    retentionDays: days('RETENTION_DAYS', text('RETENTION_DAYS', '0')),
    backups: backups(text('BACKUP_DIR', ''), text('BACKUP_TIME', '03:30'), text('BACKUP_KEEP', '7')),
  }
}

/** Throws for an unknown zone, which Node would silently treat as UTC. POSIX allows a leading colon and the path of a zone's file. */
function requireTimeZone(value: string): void {
  const name = value.replace(/^:/, '')
  if (name === '' || name.startsWith('/')) return
  try {
    // `Intl` accepts an offset as a zone, but `TZ` doesn't.
    if (/^[+-]/.test(name)) throw new RangeError()
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    throw new WrongSetting(`TZ must be the name of a time zone, such as Europe/Vienna, not "${value}".`)
  }
}

function port(name: string, value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new WrongSetting(`${name} must be a number from 0 to 65535, not "${value}".`)
  return Number(value)
}

function databaseUrl(value: string): string | undefined {
  if (value === '') return undefined
  readAddress(value)
  return value
}

function adminUsername(value: string): string {
  const checked = newUsername.safeParse(value)
  if (!checked.success) throw new WrongSetting(`ADMIN_USERNAME can't be used: ${checked.error.issues[0]?.message}`)
  return checked.data
}

function adminPassword(value: string): string | undefined {
  if (value === '') return undefined
  const { least, most } = passwordLength
  if (value.length < least || value.length > most)
    throw new WrongSetting(
      `ADMIN_PASSWORD must have ${least} to ${most} characters. Leave ADMIN_PASSWORD out to have a password generated.`,
    )
  return value
}

function onOrOff(name: string, value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new WrongSetting(`${name} must be "on" or "off", not "${value}".`)
  return value === 'on'
}

function userManagement(value: string): Config['userManagement'] {
  if (value !== 'super-users' && value !== 'staff')
    throw new WrongSetting(`USER_MANAGEMENT must be "super-users" or "staff", not "${value}".`)
  return value === 'staff' ? value : 'super users'
}

function trailerHosts(value: string): string[] {
  const hosts = value.split(/[\s,]+/).filter(Boolean)
  // The hosts go into the Content-Security-Policy, so only host names may pass.
  const wrong = hosts.find((host) => !/^([a-z0-9-]+\.)*[a-z0-9-]+$/i.test(host))
  if (wrong !== undefined) throw new WrongSetting(`TRAILER_HOSTS must list host names, such as "player.example.com", not "${wrong}".`)
  return hosts.map((host) => host.toLowerCase())
}

function trustProxy(value: string): Config['trustProxy'] {
  if (value === 'off') return false
  if (/^[1-9]$/.test(value)) return Number(value)
  const addresses = value.split(/[\s,]+/)
  if (!addresses.every(isNetwork))
    throw new WrongSetting(`TRUST_PROXY must be "off", the number of proxies in front (1 to 9) or their addresses, not "${value}".`)
  return addresses
}

/** Whether `text` is an address, or a range of addresses such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', prefix = '0'] = text.split(/\/(?=\d{1,3}$)/)
  const family = isIP(address)
  return family !== 0 && Number(prefix) <= (family === 4 ? 32 : 128)
}

function logLevel(value: string): string {
  if (!logLevels.includes(value)) throw new WrongSetting(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${value}".`)
  return value
}

function drainSeconds(value: string): number {
  if (!/^\d{1,3}$/.test(value)) throw new WrongSetting(`DRAIN_SECONDS must be a number of seconds from 0 to 999, not "${value}".`)
  return Number(value)
}

function metrics(host: string, value: string): Config['metrics'] {
  return value === '' ? undefined : { host, port: port('METRICS_PORT', value) }
}

function backups(folder: string, at: string, keep: string): Config['backups'] {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) throw new WrongSetting(`BACKUP_TIME must be a time of day, such as 03:30, not "${at}".`)
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new WrongSetting(`BACKUP_KEEP must be a number from 1 to 9999, not "${keep}".`)
  return folder === '' ? undefined : { folder: resolve(folder), at, keep: Number(keep) }
}

function days(name: string, value: string): number {
  if (!/^\d{1,5}$/.test(value)) throw new WrongSetting(`${name} must be a number of days, or 0 for never, not "${value}".`)
  return Number(value)
}

function megabytes(name: string, value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new WrongSetting(`${name} must be a number of megabytes of at least 1, not "${value}".`)
  return Number(value) * 1_000_000
}
