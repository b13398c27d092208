import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { launch } from './process.ts'

/**
 * Requests per second of the product beside a bare `node:http` server that sends the same bytes, in turns within one run, because
 * machines are noisy: the ratios are what counts.
 */
const rounds = 5
const seconds = 3
const password = 'popcorn-and-velvet'

const folder = await mkdtemp(join(tmpdir(), 'moviebox-bench-'))
const env = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, DATABASE_URL: '', ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' }
const product = await launch('server/main.ts', [], env)
try {
  const id = await addMovies(product.url, 50)
  for (const path of ['/api/movies', `/api/movies/${id}`]) {
    const bytes = await (await fetch(product.url + path)).text()
    const file = join(folder, 'answer.json')
    await writeFile(file, bytes)
    const bare = await launch('bench/bare.ts', [file])
    const [ours, theirs] = await inTurns(product.url + path, bare.url).finally(bare.stop)
    const name = path === '/api/movies' ? 'GET /api/movies (50 films)' : 'GET /api/movies/{id}'
    console.log(
      `${name}, ${(bytes.length / 1024).toFixed(1)} kB: ${ours} requests/s, bare node:http ${theirs}, ratio ${(ours / theirs).toFixed(2)}`,
    )
  }
} finally {
  product.stop()
  await rm(folder, { recursive: true, force: true })
}

async function inTurns(...urls: [string, string]): Promise<[number, number]> {
  const measured: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const side of [0, 1] as const) measured[side].push(await requestsPerSecond(urls[side]))
  }
  return [median(measured[0]), median(measured[1])]
}

async function requestsPerSecond(url: string): Promise<number> {
  const { requests, errors, non2xx } = await autocannon({ url, connections: 16, duration: seconds })
  if (errors + non2xx > 0) throw new Error(`${url} failed ${errors + non2xx} times.`)
  return Math.round(requests.average)
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

async function addMovies(url: string, count: number): Promise<string> {
  const post = async (path: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<Record<string, string>>
  }
  const { token } = await post('/api/login', { username: 'admin', password })
  let id = ''
  for (let i = 0; i < count; i++) {
    const description = 'A count travels by ship to a sleeping harbour town, and the plague travels with him. '.repeat(3)
    const movie = {
      title: `Nosferatu ${i}`,
      genre: 'Horror',
      image: '',
      description,
      trailerUrl: 'https://www.youtube.com/embed/FC6jFoYm3xs',
    }
    id = (await post('/api/movies', movie, token))._id ?? ''
  }
  return id
}
