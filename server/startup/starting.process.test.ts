import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { adminPassword as password } from '#testing/app.ts'
import { stopwatch, waitedForCore } from '#testing/linux.ts'
import { eventually } from '#testing/pictures.ts'
import { type Launched, processes, signIn, stop } from '#testing/process.ts'

/** The server as a process of its own, on SQLite: how it starts, stops and survives. */
const { folder, launch, start, end } = await processes()
after(end)

const movie = (title: string) => JSON.stringify({ title, genre: 'Comedy', description: 'x', trailerUrl: 'https://youtu.be/abcdefgh' })

describe('starting', () => {
  test('with a wrong setting ends at once, in one sentence that names it', async () => {
    const { output, ended } = launch({ PORT: 'eighty' })
    assert.equal(await ended, 1)
    assert.match(output(), /^MovieBox can't start: PORT must be a number.*\n$/)
  })

  test('for the first time shows how to sign in, once, and what it shows is right', async () => {
    const dataDir = join(folder, 'first')
    const first = await start({ DATA_DIR: dataDir, ADMIN_PASSWORD: '', ADMIN_USERNAME: 'anna' })
    const shown = /Username: (\S+)[\s\S]*Password: (\S+)/.exec(first.output())
    const reply = await fetch(`${first.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: shown?.[1], password: shown?.[2] }),
    })
    assert.equal(reply.status, 200)
    await stop(first)
    const second = await start({ DATA_DIR: dataDir, ADMIN_PASSWORD: '' })
    assert.doesNotMatch(second.output(), /Password/)
    await stop(second)
  })

  test('on a data folder that another server uses is refused in one sentence', async () => {
    const first = await start()
    const second = launch({})
    assert.equal(await second.ended, 1)
    assert.match(second.output(), /^MovieBox can't start: Another MovieBox server already uses the data folder.*\n$/)
    assert.equal((await fetch(`${first.url}/livez`)).status, 200)
    await stop(first)
  })

  test('on a database of a newer version is refused in one sentence', async () => {
    const dataDir = join(folder, 'newer')
    await stop(await start({ DATA_DIR: dataDir }))
    const db = new DatabaseSync(join(dataDir, 'moviebox.sqlite'))
    db.exec("insert into migrations values ('999-from-the-future', '2030-01-01')")
    db.close()
    const { output, ended } = launch({ DATA_DIR: dataDir })
    assert.equal(await ended, 1)
    assert.match(output(), /^MovieBox can't start: This database was used by a newer version of MovieBox.*\n$/)
  })

  test('on a data folder that can not be one is refused in one sentence', async () => {
    const { output, ended } = launch({ DATA_DIR: join(import.meta.filename, 'data') })
    assert.equal(await ended, 1)
    assert.match(output(), /^MovieBox can't start: .* is not writable\. .*DATA_DIR.*\n$/)
  })

  test('on a port that is taken is refused in one sentence', async () => {
    const first = await start()
    const second = launch({ DATA_DIR: join(folder, 'other'), PORT: new URL(first.url).port, ADMIN_PASSWORD: password })
    assert.equal(await second.ended, 1)
    assert.match(second.output(), /^MovieBox can't start: port \d+ is already in use.*\n$/)
    const third = launch({ DATA_DIR: join(folder, 'made-up'), PORT: new URL(first.url).port })
    assert.equal(await third.ended, 1)
    assert.match(third.output(), /Password: \S+ .*Write this password down.*already in use/s, 'which no later start tells')
    await stop(first)
  })
})

describe('stopping', () => {
  test('by SIGTERM finishes what is under way, then exits with 0 within 10 seconds', async () => {
    const running = await start()
    const elapsed = stopwatch(running.process.pid)
    const body = JSON.stringify({ username: 'admin', password })
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    const answered = async (start: RegExp) => {
      while (!start.test(answer)) await once(socket, 'data')
    }
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    // The server has taken the request and waits for its body: it is under way when the signal comes.
    await answered(/^HTTP\/1\.1 100 Continue/)
    const code = stop(running)
    const isTaken = () =>
      fetch(`${running.url}/livez`).then(
        () => true,
        () => false,
      )
    await eventually(async () => !(await isTaken()))
    assert.equal(await isTaken(), false, 'nothing new is taken')
    socket.write(body)
    await answered(/HTTP\/1\.1 200 OK[\s\S]*"token"/)
    assert.equal(await code, 0)
    const took = elapsed()
    assert.ok(took < 10_000, `${Math.round(took)} ms`)
  })

  test('after DRAIN_SECONDS, also where npm passes on a signal that everybody has got already, and at once where it is asked for again', async () => {
    const running = await start({ DRAIN_SECONDS: '30' })
    running.process.kill('SIGTERM')
    while ((await fetch(`${running.url}/readyz`)).status === 200) await pause(10)
    running.process.kill('SIGTERM')
    await pause(1_100)
    assert.equal((await fetch(`${running.url}/api/movies`)).status, 200)
    assert.equal(await stop(running), 0)
  })

  test('does not wait for idle connections', async () => {
    const running = await start()
    await fetch(`${running.url}/livez`)
    const elapsed = stopwatch(running.process.pid)
    assert.equal(await stop(running), 0)
    const took = elapsed()
    assert.ok(took < 2_000, `${Math.round(took)} ms`)
  })
})

describe('without anybody who reads its output', () => {
  const leave = ({ process: { stdout, stderr } }: Launched) => {
    stdout?.destroy()
    stderr?.destroy()
  }

  test('the server goes on, and stops as it should', async () => {
    const running = await start()
    leave(running)
    for (let i = 0; i < 5; i++) {
      assert.equal((await fetch(`${running.url}/api/movies`)).status, 200)
      // Its lines are written together after a while.
      await pause(30)
    }
    assert.equal(await stop(running), 0)
  })

  test('a command does what it is for', async () => {
    const verifying = launch({}, { program: 'server/commands/verify.ts' })
    leave(verifying)
    assert.equal(await verifying.ended, 0)
  })
})

test('kill -9 while 32 write, twenty rounds: nothing acknowledged is lost, the database is intact, and it starts again within 2 seconds', async () => {
  const dataDir = join(folder, 'killed')
  const acknowledged = new Map<string, string>()
  for (let round = 0; round < 20; round++) {
    const elapsed = stopwatch()
    const running = await start({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
    const took = elapsed() - waitedForCore(running.process.pid ?? 0)
    assert.ok(took < 2_000, `round ${round}: started in ${Math.round(took)} ms`)
    const headers = await signIn(running.url)
    const before = acknowledged.size
    let killed = false
    const writer = async (name: string) => {
      for (let i = 0; !killed; i++) {
        const title = `${name} ${i} of round ${round}`
        const reply = await fetch(`${running.url}/api/movies`, { method: 'POST', headers, body: movie(title) })
        if (reply.status === 201) acknowledged.set(((await reply.json()) as { _id: string })._id, title)
      }
    }
    // So many that several are stored together each time.
    const writers = Array.from({ length: 32 }, (_, i) => writer(`${i}`).catch(() => {}))
    for (let waited = 0; acknowledged.size === before && waited < 20_000; waited += 5)
      await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 80))
    const ended = stop(running, 'SIGKILL')
    killed = true
    await Promise.all([...writers, ended])
    assert.ok(acknowledged.size > before, 'something was written in every round')
  }
  const last = await start({ DATA_DIR: dataDir })
  const stored = await everyMovie(last.url)
  for (const [id, title] of acknowledged) assert.equal(stored.get(id), title)
  await stop(last)
  const db = new DatabaseSync(join(dataDir, 'moviebox.sqlite'))
  assert.deepEqual({ ...db.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' })
  const uneven = db
    .prepare("select count(*) as n from movies where id not in (select record_id from history where resource = 'movies')")
    .get()
  assert.deepEqual({ ...uneven }, { n: 0 }, 'every movie has its history')
  db.close()
})

async function everyMovie(url: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let next: string | undefined = '/api/movies'; next; ) {
    const reply: Response = await fetch(url + next)
    for (const { _id, title } of (await reply.json()) as { _id: string; title: string }[]) found.set(_id, title)
    next = /<(.+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
  }
  return found
}

test('the log is structured, carries request ids, and holds no names, passwords, tokens or addresses', async () => {
  const running = await start({ DATA_DIR: join(folder, 'logged') })
  const headers = await signIn(running.url)
  const reply = await fetch(`${running.url}/api/movies?limit=5&title=secret-title`, { headers })
  await fetch(`${running.url}/api/images/secret-name.png`, { method: 'DELETE', headers })
  await fetch(`${running.url}/api/movies`, { method: 'POST', headers, body: movie('secret-title') })
  await fetch(`${running.url}/api/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: 'secret-name', password: 'secret-password' }),
  })
  await stop(running)
  const lines = running
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.ok(entries.length >= 5)
  assert.ok(entries.some(({ requestId }) => requestId === reply.headers.get('x-request-id')))
  assert.doesNotMatch(lines.join('\n'), /secret|admin|127\.0\.0\.1|Bearer/)
  assert.ok(!lines.join('\n').includes(headers.authorization!.slice(7)))
})
