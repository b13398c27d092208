import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { WrongSetting } from '#server/errors.ts'
import { readConfig } from './config.ts'

for (const [name, value] of [
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://'],
  ['MEDIA_CACHE', '0'],
  ['MEDIA_CACHE', '1 GB'],
  ['DATABASE_URL', 'postgres:///chain'],
  ['DATABASE_URL', 'postgres://one,/chain'],
  ['DATABASE_URL', 'postgres://one:5432,two:none/chain'],
  ['DATABASE_URL', 'postgres://one,two/chain?target_session_attrs=standby'],
  ['DATABASE_URL', 'postgres://db/chain?sslmode=prefer'],
  ['DATABASE_URL', 'postgres://db/chain?sslmode=verify-ca'],
  ['DATABASE_URL', 'postgres://db/chain?sslrootcert=/ca.pem'],
  ['ADMIN_USERNAME', 'x'.repeat(61)],
  ['ADMIN_PASSWORD', '7 chars'],
  ['ADMIN_PASSWORD', 'x'.repeat(201)],
  ['PUBLIC_CONTENT', 'yes'],
  ['PUBLIC_CONTENT', 'OFF'],
  ['USER_MANAGEMENT', 'everybody'],
  ['TRAILER_HOSTS', 'https://player.example.com'],
  ['TRAILER_HOSTS', "player.example.com; script-src 'unsafe-inline'"],
  ['TRUST_PROXY', 'on'],
  ['TRUST_PROXY', '0'],
  ['TRUST_PROXY', '10'],
  ['TRUST_PROXY', '300.1.1.1'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', 'fd00::/129'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', '10.0.0.1, nginx'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_PORT', 'on'],
  ['METRICS_PORT', '65536'],
  ['TZ', 'Mars/Olympus'],
  ['PHONE_COUNTRY', 'Austria'],
  ['BACKUP_TIME', '3:30'],
  ['BACKUP_TIME', '24:00'],
  ['BACKUP_KEEP', '0'],
  ['BACKUP_KEEP', 'all'],
  ['TRASH_DAYS', '-1'],
  ['RETENTION_DAYS', 'never'],
  ['DRAIN_SECONDS', '-1'],
  ['DRAIN_SECONDS', '5s'],
] as const) {
  test(`${name}=${value.slice(0, 20)} is refused in one sentence that names it`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: Error) => error instanceof WrongSetting && error.message.includes(name) && !error.message.includes('\n'),
    )
  })
}

for (const [name, value, field, read] of [
  ['PORT', '0', 'port', 0],
  ['PORT', ' 65535 ', 'port', 65_535],
  ['HOST', '::1', 'host', '::1'],
  ['DATA_DIR', '/srv/moviebox', 'dataDir', resolve('/srv/moviebox')],
  ['DATA_DIR', 'their/own', 'dataDir', resolve('their/own')],
  ['DATABASE_URL', 'postgres://anna:secret@db:5432/chain', 'databaseUrl', 'postgres://anna:secret@db:5432/chain'],
  ['DATABASE_URL', 'postgresql://db/chain?sslmode=require', 'databaseUrl', 'postgresql://db/chain?sslmode=require'],
  ['MEDIA_CACHE', '20', 'mediaCache', 20_000_000],
  ['DATABASE_URL', 'postgres://u:p@one:5432,[::1],two/chain', 'databaseUrl', 'postgres://u:p@one:5432,[::1],two/chain'],
  ['ADMIN_USERNAME', ` ${'x'.repeat(60)} `, 'adminUsername', 'x'.repeat(60)],
  ['ADMIN_PASSWORD', ' eight 8 ', 'adminPassword', ' eight 8 '],
  ['DRAIN_SECONDS', '15', 'drainSeconds', 15],
  ['BACKUP_DIR', '/backups', 'backups', { folder: resolve('/backups'), at: '03:30', keep: 7 }],
  ['BACKUP_DIR', '', 'backups', undefined],
  ['ADMIN_PASSWORD', 'x'.repeat(8), 'adminPassword', 'x'.repeat(8)],
  ['ADMIN_PASSWORD', 'x'.repeat(200), 'adminPassword', 'x'.repeat(200)],
  ['PUBLIC_CONTENT', 'on', 'publicContent', true],
  ['PUBLIC_CONTENT', 'off', 'publicContent', false],
  [
    'TRAILER_HOSTS',
    'Player.Example.com, trailers.example intranet',
    'trailerHosts',
    ['player.example.com', 'trailers.example', 'intranet'],
  ],
  ['METRICS_PORT', '9464', 'metrics', { host: '127.0.0.1', port: 9464 }],
  ['LOG_LEVEL', 'fatal', 'logLevel', 'fatal'],
  ['LOG_LEVEL', 'error', 'logLevel', 'error'],
  ['LOG_LEVEL', 'warn', 'logLevel', 'warn'],
  ['LOG_LEVEL', 'info', 'logLevel', 'info'],
  ['LOG_LEVEL', 'debug', 'logLevel', 'debug'],
  ['LOG_LEVEL', 'trace', 'logLevel', 'trace'],
  ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
] as const) {
  test(`${name}=${value.slice(0, 20)} is taken`, () => assert.deepEqual(readConfig({ [name]: value })[field], read))
}

test('without any setting the product is as the README says', () => {
  assert.deepEqual(readConfig({}), {
    port: 3000,
    host: 'localhost',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    store: undefined,
    mediaCache: 1_000_000_000,
    adminUsername: 'admin',
    adminPassword: undefined,
    publicContent: true,
    userManagement: 'super users',
    trailerHosts: [],
    trustProxy: false,
    logLevel: 'info',
    drainSeconds: 0,
    metrics: undefined,
    backups: undefined,
    trashDays: 90,
    retentionDays: 0,
  })
})

test('proxies may be counted or listed, by address or by range', () => {
  assert.equal(readConfig({}).userManagement, 'super users')
  assert.equal(readConfig({ USER_MANAGEMENT: 'staff' }).userManagement, 'staff')
  assert.equal(readConfig({ TRUST_PROXY: '2' }).trustProxy, 2)
  assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.0/8, fd00::1 ::1/128' }).trustProxy, ['10.0.0.0/8', 'fd00::1', '::1/128'])
})

test('blank settings count as left out', () => {
  const names = [
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'MEDIA_URL',
    'MEDIA_CACHE',
    'ADMIN_USERNAME',
    'PUBLIC_CONTENT',
    'TRAILER_HOSTS',
    'TRUST_PROXY',
    'LOG_LEVEL',
    'METRICS_HOST',
    'METRICS_PORT',
    'BACKUP_DIR',
    'BACKUP_TIME',
    'BACKUP_KEEP',
    'TRASH_DAYS',
    'RETENTION_DAYS',
    'DRAIN_SECONDS',
  ]
  assert.deepEqual(readConfig({ ...Object.fromEntries(names.map((name) => [name, ' '])), ADMIN_PASSWORD: '' }), readConfig({}))
})

test('a password in an address that is refused isn’t repeated', () => {
  assert.throws(
    () => readConfig({ DATABASE_URL: 'mysql://anna:swordfish@db/chain' }),
    (error: Error) => !error.message.includes('swordfish'),
  )
})

for (const [what, url] of [
  ['@', 'postgres://anna:sword@fish@db/chain'],
  ['/', 'postgres://anna:sword/fish@db/chain'],
  ['/ behind a number', 'postgres://anna:12/fish@db/chain'],
  ['#', 'postgresql://anna:sword#fish@db/chain'],
  ['?', 'postgres://anna:sword?fish@db/chain'],
  ['? behind a number', 'postgres://anna:12?fish@db/chain'],
  ['%', 'postgres://anna:50%sure@db/chain'],
  ['all of them', 'postgres://anna:@#/?%@db/chain'],
] as const)
  test(`a password with a raw ${what} in an address is refused with how to write it, and is not repeated`, () => {
    assert.throws(
      () => readConfig({ DATABASE_URL: url }),
      (error: Error) =>
        error instanceof WrongSetting &&
        /^DATABASE_URL can't be read: .* percent-encoded \(@ is %40/.test(error.message) &&
        !/anna|fish|sure/.test(error.message),
    )
  })

test('a password that is percent-encoded is taken, and so is an address without one', () => {
  for (const url of [
    'postgres://anna:sword%40%23%2F%3F%25fish@db/chain',
    'postgres://anna@one,two:5433/chain?sslmode=require',
    'postgres://db/chain?application_name=a%40b',
  ])
    assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url)
})

test('settings lose the byte order mark and the line end of the file that they were read from, and nothing else of a password', () => {
  for (const end of ['\n', '\r\n', '\n\n', '']) {
    const { adminPassword, port, databaseUrl, store } = readConfig({
      ADMIN_PASSWORD: `\uFEFF two  words ${end}`,
      PORT: `\uFEFF3001${end}`,
      DATABASE_URL: `\uFEFFpostgres://db/chain${end}`,
      MEDIA_URL: `s3://pictures?region=eu-west-1${end}`,
      AWS_ACCESS_KEY_ID: `\uFEFFkey${end}`,
      AWS_SECRET_ACCESS_KEY: `secret${end}`,
    })
    assert.deepEqual(
      [adminPassword, port, databaseUrl, store?.accessKeyId, store?.secretAccessKey],
      [' two  words ', 3001, 'postgres://db/chain', 'key', 'secret'],
    )
  }
  assert.equal(readConfig({ ADMIN_PASSWORD: '\n' }).adminPassword, undefined)
})

for (const zone of ['Europe/Vienna', ':Europe/Vienna', 'UTC', 'EST5EDT', ':/etc/localtime', '']) {
  test(`TZ=${zone} is a time zone`, () => {
    assert.doesNotThrow(() => readConfig({ TZ: zone }))
  })
}
