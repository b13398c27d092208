import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { server, webApp } from '#scripts/setup/built.js'
import { commands } from '#scripts/setup/commands.js'
import { exclusively } from '#scripts/setup/lock.js'
import { prepare } from '#scripts/setup.js'
import { bareMachine } from '#testing/bare-machine.ts'
import { picture } from '#testing/pictures.ts'
import { release } from './release.ts'

const folder = mkdtempSync(join(tmpdir(), 'moviebox-release-'))
after(() => rmSync(folder, { recursive: true, force: true }))
await prepare()
const first = await release(join(folder, 'first'))

test('the archive is the same to the byte when everything is built once more, at another time and for another account', async () => {
  await exclusively(async () => {
    await webApp.run()
    await server.run()
  })
  utimesSync('package.json', new Date(), new Date())
  const mask = process.umask(0o077)
  const again = spawnSync(process.execPath, ['scripts/release/main.ts', join(folder, 'again')], { encoding: 'utf8' })
  process.umask(mask)
  assert.match(again.stdout, new RegExp(`sha256 ${first.hash}\n$`), again.stderr)
})

describe('on a machine without Node, without a network and with nothing in its path, the archive', () => {
  const machine = bareMachine(first.path)
  after(machine.remove)
  const at = (path: string) => (machine.isIsolated ? path : join(machine.folder, path))
  const launcher = '/opt/moviebox/bin/moviebox'
  const moviebox = (...words: string[]) => machine.run(launcher, words, { DATA_DIR: at('/data') })

  test('starts, answers with the page and its script, signs people in and renders pictures, and ends in order', async () => {
    cpSync('scripts/release/visit.js', join(machine.folder, 'visit.mjs'))
    writeFileSync(join(machine.folder, 'picture.png'), await picture('png'))
    const told = await machine.run('/opt/moviebox/bin/node', [at('/visit.mjs'), at(launcher), at('/picture.png')], {
      LD_LIBRARY_PATH: at('/opt/moviebox/lib'),
      ...{ DATA_DIR: at('/data'), PORT: '0', HOST: '127.0.0.1', ADMIN_PASSWORD: 'popcorn-and-velvet' },
    })
    assert.deepEqual(JSON.parse(told), {
      page: '200 text/html; charset=utf-8',
      script: '200 application/javascript; charset=utf-8',
      signedIn: '200 application/json; charset=utf-8',
      uploaded: '201 application/json; charset=utf-8',
      picture: '200 image/webp',
      ended: 0,
    })
  })

  test('knows every command that a checkout knows, and says how they are called there', async () => {
    assert.match(await moviebox('verify'), /^The database is intact.*\nThe activity log is intact.*\nThe images are intact: all [1-9]/)
    assert.match(await moviebox('users'), new RegExp(`^admin .*Super User.*[\\s\\S]*${at(launcher)} users password NAME`))
    assert.match(await moviebox('backup', at('/tmp/backup.tar')), /^Saved \d+ records/)
    assert.match(
      await machine.run(launcher, ['restore', at('/tmp/backup.tar')], { DATA_DIR: at('/tmp/restored') }),
      /^Restored \d+ records/,
    )
    assert.match(await moviebox('version'), /^MovieBox \d+\.\d+\.\d+\n$/)
    const refused = await moviebox('fly').catch((error: { code: number; stderr: string }) => error)
    assert.ok(typeof refused === 'object' && refused.code === 1)
    for (const name of Object.keys(commands)) assert.match(refused.stderr, new RegExp(`\\b${name}\\b`))
  })
})
