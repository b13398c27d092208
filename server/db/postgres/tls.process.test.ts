import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/open.ts'
import { waitForDatabase } from '#server/db/wait-for-database.ts'
import { startFailure } from '#server/startup/start-failure.ts'
import { newAuthority } from '#testing/certificates.ts'
import { stopwatch } from '#testing/linux.ts'
import { installPostgres } from '#testing/postgres.ts'

const { folder, initialise, own, serve, remove } = installPostgres()
after(remove)

const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  own(path)
  return path
}
const authority = newAuthority()
const ca = file('ca.pem', authority.cert)
const otherCa = file('other-ca.pem', newAuthority('Other CA').cert)

let url = ''
before(async () => {
  // Nothing else in the certificate leads there.
  const { cert, key } = authority.certify('localhost')
  const [certFile, keyFile] = [file('cert.pem', cert), file('key.pem', key)]
  chmodSync(keyFile, 0o600)
  ;({ url } = await serve(initialise(), ['ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`]))
})

/** Whether the connection to `host` is encrypted, or why there is none. */
async function opened(host: '127.0.0.1' | 'localhost', words: string): Promise<unknown> {
  const db = openDatabase({ url: `${url.replace('127.0.0.1', host)}?${words}`, file: '' })
  const elapsed = stopwatch()
  try {
    await waitForDatabase(db, () => {})
    const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
    return rows[0]?.ssl
  } catch (error) {
    assert.ok(elapsed() < 2_000, 'nobody waits for what does not pass by itself')
    return startFailure(error)
  } finally {
    await db.destroy()
  }
}

const otherName =
  "MovieBox can't start: the certificate of the database at DATABASE_URL is for another host name. Use the host name in the certificate."
const otherAuthority = (code: string) =>
  `MovieBox can't start: the certificate of the database at DATABASE_URL is not trusted (${code}). Set sslrootcert to a file with the CA certificate.`

describe('TLS to PostgreSQL', () => {
  test('is used where it is asked for, and not otherwise', async () => {
    assert.equal(await opened('127.0.0.1', ''), false)
    assert.equal(await opened('127.0.0.1', 'sslmode=disable'), false)
    assert.equal(await opened('127.0.0.1', 'sslmode=require'), true)
    assert.equal(await opened('127.0.0.1', 'ssl=true'), true)
  })

  test('with verify-full believes the certificate of the CA that is named, for the host that is named', async () => {
    assert.equal(await opened('localhost', `sslmode=verify-full&sslrootcert=${ca}`), true)
    assert.equal(await opened('127.0.0.1', `sslmode=verify-full&sslrootcert=${ca}`), otherName)
    assert.equal(await opened('localhost', `sslmode=verify-full&sslrootcert=${otherCa}`), otherAuthority('UNABLE_TO_VERIFY_LEAF_SIGNATURE'))
    assert.equal(await opened('localhost', 'sslmode=verify-full'), otherAuthority('UNABLE_TO_VERIFY_LEAF_SIGNATURE'))
  })

  for (const mode of ['verify-ca', 'require'])
    test(`with ${mode} and a CA believes its certificate, whatever the host is called`, async () => {
      assert.equal(await opened('127.0.0.1', `sslmode=${mode}&sslrootcert=${ca}`), true)
      assert.equal(await opened('127.0.0.1', `sslmode=${mode}&sslrootcert=${otherCa}`), otherAuthority('UNABLE_TO_VERIFY_LEAF_SIGNATURE'))
    })

  test('with a CA that is not there says so', async () => {
    assert.match(
      String(await opened('localhost', 'sslmode=verify-full&sslrootcert=/none.pem')),
      /: DATABASE_URL names sslrootcert=\/none\.pem, which can't be read\.$/,
    )
  })

  test('holds for each of several hosts', async () => {
    const hosts = `localhost:1,localhost`
    const several = url.replace('127.0.0.1', hosts)
    const db = openDatabase({ url: `${several}?sslmode=verify-full&sslrootcert=${ca}`, file: '' })
    const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
    assert.equal(rows[0]?.ssl, true)
    await db.destroy()
  })
})
