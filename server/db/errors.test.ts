import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { asRefusal } from '#server/http/error-handler.ts'
import { DatabaseDamaged, DatabaseUnavailable, isOutcomeUnknown, OutcomeUnknown, SerializationFailure } from './errors.ts'

const postgres = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { severity: 'ERROR', code })
const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })
const system = (code: string) => Object.assign(new Error('x'), { code })

/** Written out by hand: each failure, with the status and code that the caller gets. */
const told: [what: string, error: Error, status: number, code: string][] = [
  ['a lost connection', new DatabaseUnavailable(), 503, 'busy'],
  ['an overtaken row', new SerializationFailure(), 503, 'busy'],
  ['a conflict of transactions', postgres('40001'), 503, 'busy'],
  ['a deadlock', postgres('40P01'), 503, 'busy'],
  ['a statement over its time', postgres('57014'), 503, 'busy'],
  ['a shutdown', postgres('57P01'), 503, 'busy'],
  ['a start', postgres('57P03'), 503, 'busy'],
  ['too many connections', postgres('53300'), 503, 'busy'],
  ['a broken connection', postgres('08006'), 503, 'busy'],
  ['a read-only database', postgres('25006'), 503, 'busy'],
  ['a lock that is not to be had', postgres('55P03'), 503, 'busy'],
  ['another process that writes', sqlite(5), 503, 'busy'],
  ['a full disk of PostgreSQL', postgres('53100'), 507, 'storage_full'],
  ['a full disk of SQLite', sqlite(13), 507, 'storage_full'],
  ['a full disk', system('ENOSPC'), 507, 'storage_full'],
  ['a quota', system('EDQUOT'), 507, 'storage_full'],
  ['a failing disk of PostgreSQL', postgres('58030'), 503, 'storage_failing'],
  ['a failing disk of SQLite', sqlite(778), 503, 'storage_failing'],
  ['a file that may not be written', sqlite(8), 503, 'storage_failing'],
  ['a file that can not be opened', sqlite(14), 503, 'storage_failing'],
  ['a failing disk', system('EIO'), 503, 'storage_failing'],
  ['a disk that is read-only', system('EROFS'), 503, 'storage_failing'],
  ['damaged pages', sqlite(11), 503, 'database_damaged'],
  ['a damaged index', sqlite(779), 503, 'database_damaged'],
  ['no database', sqlite(26), 503, 'database_damaged'],
  ['damage found before', new DatabaseDamaged(), 503, 'database_damaged'],
  ['damaged data of PostgreSQL', postgres('XX001'), 503, 'database_damaged'],
  ['a damaged index of PostgreSQL', postgres('XX002'), 503, 'database_damaged'],
  ['a commit without an answer', new OutcomeUnknown(), 503, 'outcome_unknown'],
]
for (const [what, error, status, code] of told) {
  test(`${what} is told as ${status} ${code}`, () => {
    const refusal = asRefusal(error)
    assert.deepEqual([refusal?.status, refusal?.code], [status, code])
    assert.equal(refusal?.details.retryAfter !== undefined, status === 503, 'Retry-After where a later try may help')
  })
}

test('what is our own mistake is told as none of them', () => {
  for (const error of [postgres('42601'), sqlite(1), new TypeError('x')]) assert.equal(asRefusal(error), undefined)
})

test('what a commit meets leaves open what became of it only where it may have been carried out', () => {
  const open = [new DatabaseUnavailable(), postgres('40003'), postgres('57P01'), postgres('08006'), sqlite(1034)]
  const settled = [postgres('40001'), postgres('23505'), postgres('53100'), sqlite(5), sqlite(13), sqlite(778)]
  assert.deepEqual([...open, ...settled].map(isOutcomeUnknown), [...open.map(() => true), ...settled.map(() => false)])
})
