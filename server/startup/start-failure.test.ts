import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnusableFolder } from '#server/db/data-folder.ts'
import { DatabaseDamaged, DatabaseUnavailable } from '#server/db/errors.ts'
import { ForeignDatabase } from '#server/db/integrity.ts'
import { NewerDatabase } from '#server/db/migrate.ts'
import { NoHost } from '#server/db/postgres/failover.ts'
import { NoMovieBoxData, UnsupportedDatabase } from '#server/db/requirements.ts'
import { FolderInUse } from '#server/db/sqlite/file-lock.ts'
import { WrongSetting } from '#server/errors.ts'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'
import { startFailure } from './start-failure.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error('of the system'), { code, ...more })
const unreachable = (cause?: unknown) => new DatabaseUnavailable('not there', { cause })
const folder = 'MovieBox is not writable. Set DATA_DIR to a writable folder.'
const credentials = 'the database at DATABASE_URL refused the connection: the user, password or database name is wrong.'
const foreign = 'the database at DATABASE_URL contains tables of another application. Use a separate database.'
const failing = 'the disk with the data folder (DATA_DIR) is failing or read-only.'
const full = 'there is no space left on the disk with the data folder (DATA_DIR).'
const damaged = 'the database in the data folder (DATA_DIR) is damaged or not a database. Restore a backup.'
const silent = (why: string) => `the database at DATABASE_URL does not respond (${why}).`
const address = (what: string) => `HOST can't be used (${what}). Set HOST to an address of this machine.`

test('why the product does not start is one sentence that names the setting', () => {
  for (const [error, sentence] of [
    ...[WrongSetting, UnusableFolder, FolderInUse, NewerDatabase, ForeignDatabase, UnsupportedDatabase, NoMovieBoxData].map(
      (Own) => [new Own('what we know.'), 'what we know.'] as const,
    ),
    [coded('EADDRINUSE', { port: 80 }), 'port 80 is already in use. Stop the program that uses it, or set PORT to another number.'],
    [coded('EACCES', { port: 80 }), 'MovieBox has no permission to use port 80. Set PORT to a number above 1023.'],
    [coded('EACCES', { path: 'MovieBox' }), folder],
    [coded('ENOTDIR', { path: 'MovieBox' }), folder],
    [coded('EEXIST', { path: 'MovieBox' }), folder],
    [coded('EPERM', { path: 'MovieBox' }), folder],
    [coded('EPERM'), 'the data folder is not writable. Set DATA_DIR to a writable folder.'],
    [coded('ENOTFOUND', { address: 'nowhere' }), address('nowhere')],
    [coded('EADDRNOTAVAIL', { address: '192.0.2.1' }), address('192.0.2.1')],
    [coded('ENOTFOUND'), address('ENOTFOUND')],
    [coded('42P07'), foreign],
    [coded('42703'), foreign],
    [coded('42501'), 'the user in DATABASE_URL has no permission to create tables in that database.'],
    [coded('ENOSPC'), full],
    [coded('EROFS'), failing],
    [coded('EIO'), failing],
    [new DatabaseDamaged('a page'), damaged],
    [unreachable(coded('28P01')), credentials],
    [unreachable(coded('28000')), credentials],
    [unreachable(coded('3D000')), credentials],
    [unreachable(coded('ENOTFOUND')), 'DATABASE_URL names an unknown host.'],
    [unreachable(coded('ECONNREFUSED')), silent('ECONNREFUSED')],
    [unreachable(new Error('too slow')), silent('too slow')],
    [unreachable(), silent('no response in time')],
    [unreachable(new NoHost('two is a standby')), 'no host in DATABASE_URL accepts changes (two is a standby).'],
    [
      unreachable(coded('ERR_TLS_CERT_ALTNAME_INVALID')),
      'the certificate of the database at DATABASE_URL is for another host name. Use the host name in the certificate.',
    ],
    [
      unreachable(coded('SELF_SIGNED_CERT_IN_CHAIN')),
      'the certificate of the database at DATABASE_URL is not trusted (SELF_SIGNED_CERT_IN_CHAIN). Set sslrootcert to a file with the CA certificate.',
    ],
  ] as const) {
    assert.equal(startFailure(error), `MovieBox can't start: ${sentence}`)
    assert.equal(startFailure(error, 'The command failed'), `The command failed: ${sentence}`)
  }
  assert.match(
    startFailure(new StoreUnavailable('GET', 'NoSuchBucket')) ?? '',
    /^MovieBox can't start: the store at MEDIA_URL has no bucket/,
  )
})

test('a bug is no sentence: its stack is needed', () => {
  for (const bug of [new TypeError('x is not a function'), coded('ERR_INVALID_ARG_TYPE')]) assert.equal(startFailure(bug), undefined)
})
