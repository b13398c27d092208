import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findProgram } from '#scripts/checks/programs.ts'
import { readConfig } from '#server/config.ts'
import { contents } from './contents.ts'

const unit = 'deploy/moviebox.service'
const read = (path: string) => readFileSync(path, 'utf8')
const inArchive = new Set(contents('1.0.0').map(({ name }) => name))

test('everything that is read and copied by whoever deploys goes along in the archive, and no test does', () => {
  for (const name of ['moviebox.service', 'haproxy.cfg', 'nginx.conf', 'Containerfile', 'prometheus-alerts.yml', 'grafana-dashboard.json'])
    assert.ok(inArchive.has(`deploy/${name}`), name)
  for (const page of ['deploying', 'operating']) assert.ok(inArchive.has(`docs/${page}.md`), page)
  assert.deepEqual(
    [...inArchive].filter((name) => /^app\/(server|contract)\/.*\.test\.ts$|^app\/(web|e2e|testing|bench)\/|\/typescript\//.test(name)),
    [],
  )
})

test('what the unit and the container start is in the archive', () => {
  const [, started] = /^ExecStart=\/opt\/moviebox\/(\S+) start$/m.exec(read(unit)) ?? []
  const container = read('deploy/Containerfile')
  const [, inContainer] = /^CMD \["\/opt\/moviebox\/([^"]+)", "start"\]$/m.exec(container) ?? []
  assert.ok(started && inArchive.has(started) && started === inContainer)
  // The image adds the archive, whose only folder has the archive's name.
  assert.match(container, /^ADD \$\{ARCHIVE\}\.tar\.gz \/opt\/$/m)
  assert.match(container, /ln -s \/opt\/\$\{ARCHIVE\} \/opt\/moviebox/)
})

test('the settings in the unit and the container are ones that the server takes', () => {
  const inUnit = [...read(unit).matchAll(/^Environment=(\w+)=(\S+)$/gm)]
  const inContainer = [...(/^ENV (.+)$/m.exec(read('deploy/Containerfile'))?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)]
  const known = new RegExp(
    `^\\| \`(${[...inUnit, ...inContainer]
      .map(([, name]) => name)
      .filter((name) => name !== 'CACHE_DIRECTORY')
      .join('|')})\``,
    'gm',
  )
  assert.ok(new Set(read('README.md').match(known)).size >= 2)
  readConfig(Object.fromEntries([...inUnit, ...inContainer].map(([, name = '', value]) => [name, value])))
})

const analyze = findProgram('systemd-analyze')
if (analyze)
  test('the sandbox of the unit leaves less open than 2.0, as systemd counts it', () => {
    const { status, stdout } = spawnSync(analyze, ['security', '--offline=true', '--no-pager', '--threshold=20', unit], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout)
    const [, exposure] = /Overall exposure level for moviebox\.service: ([\d.]+)/.exec(stdout) ?? []
    assert.ok(Number(exposure) < 2)
    assert.ok(read('docs/deploying.md').includes(`exposure ${exposure}`), 'the page tells the same figure')
  })
