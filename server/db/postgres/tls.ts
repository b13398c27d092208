import { readFile } from 'node:fs/promises'
import type { ConnectionOptions } from 'node:tls'
import { WrongSetting } from '#server/errors.ts'
import type { Tls } from './address.ts'

/**
 * Returns the TLS options that make Node behave like libpq (https://www.postgresql.org/docs/current/libpq-ssl.html). `require` encrypts;
 * `require` and `verify-ca` check the certificate against `sslrootcert` if set. `verify-full` also checks the host name. Without
 * `sslrootcert`, or with `system`, `verify-full` trusts the CAs that Node knows. Throws `WrongSetting` for a file that can't be read.
 */
export async function tlsOptions({ sslmode, sslrootcert, sslcert, sslkey }: Tls): Promise<ConnectionOptions> {
  const [ca, cert, key] = await Promise.all([
    read('sslrootcert', sslrootcert === 'system' ? undefined : sslrootcert),
    read('sslcert', sslcert),
    read('sslkey', sslkey),
  ])
  return {
    rejectUnauthorized: sslmode === 'verify-full' || sslrootcert !== undefined,
    ...(sslmode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
  }
}

async function read(name: string, path: string | undefined): Promise<Buffer | undefined> {
  if (path === undefined) return undefined
  return readFile(path).catch((cause: unknown) => {
    throw new WrongSetting(`DATABASE_URL names ${name}=${path}, which can't be read.`, { cause })
  })
}

/** Node's error codes for an untrusted certificate (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const unbelieved =
  /^(UNABLE_TO_|SELF_SIGNED_CERT_IN_CHAIN$|DEPTH_ZERO_SELF_SIGNED_CERT$|CERT_|ERR_TLS_CERT_ALTNAME_INVALID$|INVALID_CA$|INVALID_PURPOSE$)/

export const isUntrustedCertificate = (code: unknown): boolean => unbelieved.test(String(code))
