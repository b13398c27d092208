import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.js'

/** A running proxy and its address, until it is disposed of. */
export type Haproxy = AsyncDisposable & { url: string }

/** Starts a real HAProxy for local servers on `ports`. HAProxy checks each server's readiness five times a second. */
export async function startHaproxy(ports: number[]): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-haproxy-'))
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configuration(port, ports))
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const end = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  }
  for (let waited = 0; ; waited += 50) {
    if (
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { url, [Symbol.asyncDispose]: end }
    if (waited > 5_000) {
      await end()
      throw new Error('HAProxy does not answer.')
    }
    await pause(50)
  }
}

/** HAProxy retries a request on another server if no connection was made, and a GET also if the answer was empty. */
const configuration = (port: number, ports: number[]) => `
defaults
  mode http
  timeout connect 2s
  timeout check 3s
  timeout client 60s
  timeout server 60s
  timeout http-keep-alive 30s
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
frontend all
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option forwardfor
  option httpchk GET /readyz
  http-request disable-l7-retry unless METH_GET
  default-server check inter 200ms fall 1 rise 1
${ports.map((port) => `  server s${port} 127.0.0.1:${port}`).join('\n')}
`
