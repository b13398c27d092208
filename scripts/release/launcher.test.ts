import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { launcher } from './launcher.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'moviebox-launcher-')))
after(() => rmSync(folder, { recursive: true, force: true }))
const at = (...path: string[]) => join(folder, ...path)

/** A stand-in for Node that prints its own path and its arguments. */
const node = '#!/bin/sh\necho "$0 $*"\n'

before(() => {
  for (const place of ['opt/moviebox-1/bin', 'usr/local/bin', 'elsewhere']) mkdirSync(at(place), { recursive: true })
  writeFileSync(at('opt/moviebox-1/bin/moviebox'), launcher('1.0.0'), { mode: 0o755 })
  writeFileSync(at('opt/moviebox-1/bin/node'), node, { mode: 0o755 })
  symlinkSync(at('opt/moviebox-1'), at('opt/moviebox'))
})

describe('the launcher finds what it starts', () => {
  const run = (file: string, cwd = folder, PATH = process.env.PATH) =>
    spawnSync(file, ['backup', 'a b.tar'], { cwd, env: { PATH }, encoding: 'utf8' })
  const isFound = ({ stdout, stderr }: { stdout: string; stderr: string }) => {
    const home = at('opt/moviebox-1')
    assert.equal(stderr, '')
    assert.ok(stdout.startsWith(`${home}/bin/node ${home}/app/`) && stdout.endsWith('a b.tar\n'), stdout)
  }

  for (const [how, target] of [
    ['with its whole path', () => at('opt/moviebox/bin/moviebox')],
    ['from where it lies', () => '../../../opt/moviebox/bin/moviebox'],
    ['to another link', () => '../../../elsewhere/moviebox'],
  ] as const) {
    test(`through a link ${how}, called by its name alone`, () => {
      rmSync(at('elsewhere/moviebox'), { force: true })
      symlinkSync('../opt/moviebox/bin/moviebox', at('elsewhere/moviebox'))
      rmSync(at('usr/local/bin/moviebox'), { force: true })
      symlinkSync(target(), at('usr/local/bin/moviebox'))
      isFound(run('moviebox', at('elsewhere'), `${at('usr/local/bin')}:${process.env.PATH}`))
    })
  }

  test('through a link to its folder', () => {
    symlinkSync(at('opt/moviebox/bin'), at('elsewhere/programs'))
    isFound(run(at('elsewhere/programs/moviebox')))
    isFound(run('programs/moviebox', at('elsewhere')))
  })

  test('without a link, where nothing reads links', () => {
    isFound(run(at('opt/moviebox/bin/moviebox'), folder, '/nowhere'))
    isFound(run('./moviebox', at('opt/moviebox/bin'), '/nowhere'))
  })
})
