import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.js'
import { newAuthority } from './certificates.ts'

const host = 'moviebox.example'

export type Reply = { status: number; headers: Record<string, string | string[] | undefined>; chunks: { text: string; at: number }[] }
type Sent = { method?: string; headers?: Record<string, string>; body?: Uint8Array | string; from?: string; isPlain?: boolean }

/**
 * Starts one of the example proxies in `deploy/`, with other ports, a test certificate and these servers. `ask` calls through it over verified TLS,
 * from another local address if `from` names one.
 */
export async function throughProxy(kind: 'haproxy' | 'nginx', program: string, servers: [string, string, string]) {
  const folder = mkdtempSync(join(tmpdir(), `moviebox-${kind}-`))
  const [port, plainPort] = await Promise.all([freePort(), freePort()])
  const authority = newAuthority()
  const { cert, key } = authority.certify(host)
  writeFileSync(join(folder, 'moviebox.crt'), cert)
  writeFileSync(join(folder, 'moviebox.key'), key)
  writeFileSync(join(folder, 'moviebox.pem'), cert + key)
  const file = join(folder, `${kind}.conf`)
  writeFileSync(file, wrapped[kind](filledIn(kind, { port, plainPort, folder, servers }), folder))
  const child = spawn(program, wordsFor[kind](file, folder), { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })

  function ask(path: string, { method = 'GET', headers = {}, body, from = '127.0.0.1', isPlain = false }: Sent = {}): Promise<Reply> {
    const options: RequestOptions = { host: '127.0.0.1', localAddress: from, method, path, headers: { host, ...headers }, agent: false }
    return new Promise((resolve, reject) => {
      const asking = isPlain
        ? requestPlain({ ...options, port: plainPort })
        : requestTls({ ...options, port, ca: authority.cert, servername: host })
      asking.on('error', reject)
      asking.on('response', async (response) => {
        const chunks: Reply['chunks'] = []
        for await (const chunk of response) chunks.push({ text: String(chunk), at: performance.now() })
        resolve({ status: response.statusCode ?? 0, headers: response.headers, chunks })
      })
      asking.end(body)
    })
  }

  await answering(
    child,
    () => ask('/livez'),
    () => said,
  )
  return {
    ask,
    end() {
      child.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Places = { port: number; plainPort: number; folder: string; servers: readonly string[] }

function filledIn(kind: string, { port, plainPort, folder, servers }: Places): string {
  let text = readFileSync(kind === 'haproxy' ? 'deploy/haproxy.cfg' : 'deploy/nginx.conf', 'utf8')
  const places: [string | RegExp, string][] = [
    [/(bind|listen) :?80\b/, `$1 127.0.0.1:${plainPort}`],
    [/(bind|listen) :?443\b/, `$1 127.0.0.1:${port}`],
    ...servers.map((server, at): [string, string] => [`10.0.0.1${at + 1}:3000`, server]),
  ]
  for (const [from, to] of places) {
    if (text.search(from) === -1) throw new Error(`The example for ${kind} has no ${from}.`)
    text = text.replace(from, to)
  }
  return text.replaceAll(/\/etc\/(haproxy|nginx)\/moviebox/g, join(folder, 'moviebox'))
}

/** nginx's example is one part of a configuration that Debian provides. */
const wrapped = {
  haproxy: (text: string) => text,
  nginx: (text: string, folder: string) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`)
    return `pid ${folder}/pid; daemon off; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${text}\n}`
  },
}

const wordsFor = {
  haproxy: (file: string) => ['-db', '-f', file],
  nginx: (file: string, folder: string) => ['-c', file, '-p', folder, '-e', 'stderr'],
}

async function answering(child: ChildProcess, ask: () => Promise<Reply>, said: () => string) {
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (child.exitCode !== null) break
    if ((await ask().catch(() => undefined))?.status === 200) return
    await pause(50)
  }
  // SIGTERM also ends the proxy's workers, which would keep this process waiting.
  child.kill('SIGTERM')
  throw new Error(`The proxy doesn't answer:\n${said()}`)
}
