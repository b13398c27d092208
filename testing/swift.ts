import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.js'
import type { StartedStore } from './store.ts'

/** Swift's filters in the order in which a request passes them, each with its settings. */
const filters: Record<string, [program: string, ...settings: string[]]> = {
  catch_errors: ['catch_errors'],
  gatekeeper: ['gatekeeper'],
  healthcheck: ['healthcheck'],
  cache: ['memcache'],
  listing_formats: ['listing_formats'],
  s3api: ['s3api', 'location = us-east-1', 's3_acl = false'],
  tempauth: ['tempauth', 'user_test_tester = testing .admin'],
}

const kinds = ['account', 'container', 'object']

/** Writes a ring file for each kind of server, with its only device. `swift-ring-builder` would need nine processes for this. */
const rings = `
import sys
from swift.common.ring import RingBuilder
folder, *words = sys.argv[1:]
for kind, port in zip(words[:3], words[3:]):
    builder = RingBuilder(2, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'sdb1', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(f'{folder}/{kind}.ring.gz')
`

/** Starts OpenStack Swift with its S3 interface as five processes in `folder`. Returns its address, and `stop`. */
export async function startSwift(folder: string): Promise<StartedStore & { stop: () => Promise<void> }> {
  const [proxy, memcached, ...ports] = await Promise.all(Array.from({ length: 5 }, freePort))
  const running: ChildProcess[] = []
  const run = (...[program = '', ...args]: string[]) => {
    running.push(spawn(program, args, { env: { ...process.env, SWIFT_DIR: folder }, stdio: 'ignore' }))
  }
  for (const name of ['node/sdb1', 'recon']) mkdirSync(join(folder, name), { recursive: true })
  write(folder, 'swift.conf', ['[swift-hash]', 'swift_hash_path_suffix = test', '[storage-policy:0]', 'name = one', 'default = yes'])
  execFileSync('/usr/bin/python3', ['-c', rings, folder, ...kinds, ...ports.map(String)], { stdio: ['ignore', 'ignore', 'inherit'] })
  for (const [nth, kind] of kinds.entries()) {
    const port = ports[nth]
    const own = [`devices = ${folder}/node`, 'mount_check = false', 'disable_fallocate = true']
    const app = [`[app:${kind}-server]`, `use = egg:swift#${kind}`, `recon_cache_path = ${folder}/recon`]
    write(folder, `${kind}.conf`, [...server(folder, port), ...own, '[pipeline:main]', `pipeline = ${kind}-server`, ...app])
    run(`swift-${kind}-server`, join(folder, `${kind}.conf`))
  }
  const chain = Object.entries(filters).flatMap(([name, [program, ...settings]]) => [
    `[filter:${name}]`,
    `use = egg:swift#${program}`,
    ...settings,
  ])
  write(folder, 'proxy.conf', [
    ...server(folder, proxy),
    ...['[pipeline:main]', `pipeline = ${Object.keys(filters).join(' ')} proxy-server`],
    ...['[app:proxy-server]', 'use = egg:swift#proxy', 'account_autocreate = true', 'allow_account_management = true'],
    ...chain.map((line) => (line.endsWith('memcache') ? `${line}\nmemcache_servers = 127.0.0.1:${memcached}` : line)),
  ])
  run('memcached', '-u', userInfo().username, '-l', '127.0.0.1', '-p', String(memcached))
  run('swift-proxy-server', join(folder, 'proxy.conf'))

  const stop = async () => {
    await Promise.all(running.map((child) => child.exitCode === null && child.kill('SIGKILL') && once(child, 'exit')))
  }
  const endpoint = `http://127.0.0.1:${proxy}`
  for (let tries = 0; ; tries++) {
    const isUp = await fetch(`${endpoint}/healthcheck`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return { endpoint, AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing', stop }
    if (tries === 300) throw await stop().then(() => new Error('Swift did not start.'))
    await pause(100)
  }
}

const server = (folder: string, port: number | undefined) => [
  '[DEFAULT]',
  'bind_ip = 127.0.0.1',
  `bind_port = ${port}`,
  'workers = 0',
  `user = ${userInfo().username}`,
  `swift_dir = ${folder}`,
]

const write = (folder: string, name: string, lines: string[]) => writeFileSync(join(folder, name), lines.join('\n'))
