import { WrongSetting } from '#server/errors.ts'

/**
 * The TLS settings, in libpq's words. Modes that encrypt only if the server happens to support it are not offered. The other fields are paths
 * of PEM files.
 */
export type Tls = { sslmode: 'require' | 'verify-ca' | 'verify-full'; sslrootcert?: string; sslcert?: string; sslkey?: string }

/** The address of a PostgreSQL database. */
export type Address = {
  /** One URL for each host, in the given order, with the parameters that apply to all hosts. */
  hosts: { name: string; url: string }[]
  /** Whether only a writable host will do: because the address asks for one, or because it names several hosts. */
  mustTakeChanges: boolean
  tls: Tls | undefined
}

const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
const sessions = ['any', 'read-write', 'primary'] as const

const example = 'DATABASE_URL must be an address like postgres://user:password@host:5432/moviebox. Leave DATABASE_URL out to use SQLite.'

const unencoded =
  "DATABASE_URL can't be read: characters such as @ : / ? # % in the user or password must be percent-encoded (@ is %40, : is %3A, / is %2F, ? is %3F, # is %23, % is %25)."

/**
 * Parses an address in libpq's grammar (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS), several hosts
 * included: `postgres://user:password@one:5432,two/chain?target_session_attrs=read-write`. Leaves unknown parameters to the driver. Throws
 * `WrongSetting`, whose message never repeats the address: it holds a password.
 */
export function readAddress(text: string): Address {
  const [, user = '', hosts = '', rest = '', query = ''] =
    /^postgres(?:ql)?:\/\/([^@/?#]*@)?([^@/?#]+)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(text) ?? []
  const words = new URLSearchParams(query)
  const take = (name: string) => {
    const value = words.get(name) ?? undefined
    words.delete(name)
    return value
  }
  const session = oneOf('target_session_attrs', sessions, take('target_session_attrs'))
  const tls = tlsOf(take)
  const names = hosts.split(',')
  const urls = names.map((name) => `postgres://${user}${name}${rest}${words.size > 0 ? `?${words}` : ''}`)
  // Userinfo ends at the first "/", "?" or "#": an "@" behind that belongs to a password with such a sign.
  const isCut = /^postgres(?:ql)?:\/\//.test(text) && (hosts === '' ? text.includes('@') : user === '' && (rest + query).includes('@'))
  if (isCut || rest.includes('@') || !isDecodable(user)) throw new WrongSetting(unencoded)
  if (!urls.every((url) => URL.canParse(url) && new URL(url).hostname !== '')) throw new WrongSetting(example)
  return {
    hosts: names.map((name, at) => ({ name, url: urls[at] ?? '' })),
    mustTakeChanges: names.length > 1 || (session !== undefined && session !== 'any'),
    tls,
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function tlsOf(take: (name: string) => string | undefined): Tls | undefined {
  const [sslrootcert, sslcert, sslkey] = [take('sslrootcert'), take('sslcert'), take('sslkey')]
  // Other drivers call it `ssl=true`, which libpq understands too.
  const sslmode = oneOf('sslmode', modes, take('sslmode') ?? (take('ssl') === 'true' ? 'require' : undefined))
  if (sslmode === undefined && (sslrootcert ?? sslcert ?? sslkey) !== undefined)
    throw new WrongSetting('DATABASE_URL names a certificate but no sslmode. Set sslmode=verify-full to use the certificate.')
  if (sslmode === 'verify-ca' && sslrootcert === undefined)
    throw new WrongSetting('DATABASE_URL has sslmode=verify-ca without sslrootcert. Set sslrootcert to the file with the CA certificate.')
  if (sslmode === undefined || sslmode === 'disable') return undefined
  return { sslmode, ...(sslrootcert && { sslrootcert }), ...(sslcert && { sslcert }), ...(sslkey && { sslkey }) }
}

function oneOf<Word extends string>(name: string, words: readonly Word[], value: string | undefined): Word | undefined {
  const found = words.find((word) => word === value)
  if (value === undefined || found !== undefined) return found
  throw new WrongSetting(`In DATABASE_URL, ${name} must be one of ${words.join(', ')}, not "${value}".`)
}
