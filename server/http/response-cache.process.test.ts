import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createDatabase } from '#testing/app.ts'
import { processesOnPostgres, signIn } from '#testing/process.ts'

const { launch, started, start, end, postgres } = await processesOnPostgres()
after(end)

const beside = join(import.meta.dirname, '..', '..', 'testing', 'beside.ts')
const writers = 8
const changesEach = 130

test('two processes on one SQLite file: whatever one has acknowledged, the other one shows', async () => {
  const [one, two] = [await start(), await started(launch({}, { program: beside }))]
  await neverMissed(one.url, two.url)
})

test('two servers on one PostgreSQL: whatever one has acknowledged, the other one shows', async () => {
  const DATABASE_URL = await createDatabase(postgres.url)
  const [one, two] = [await start({ DATABASE_URL }), await start({ DATABASE_URL })]
  await neverMissed(one.url, two.url)
})

/** Each writer changes a film of its own through one of the two, and reads it and its genre's list through both at once. */
async function neverMissed(...urls: [string, string]) {
  const headers = await signIn(urls[0])
  const send = async (method: string, url: string, film?: object) => {
    const reply = await fetch(url, { method, headers, ...(film && { body: JSON.stringify(film) }) })
    assert.ok(reply.ok, `${method} ${reply.status}`)
    return method === 'DELETE' ? undefined : reply.json()
  }
  let reads = 0
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const film = {
        title: 'Nosferatu',
        genre: `Genre ${writer}`,
        image: '',
        description: 'He comes by ship.',
        trailerUrl: 'https://example.org',
      }
      const list = `/api/movies?genre=Genre+${writer}`
      const { _id } = (await send('POST', `${urls[0]}/api/movies`, film)) as { _id: string }
      const titles = async (url: string) => ((await send('GET', url + list)) as { title: string }[]).map(({ title }) => title)
      for (let change = 1; change <= changesEach; change++) {
        const title = `Nosferatu ${change}`
        const changed = urls[change % 2] ?? urls[0]
        const isGone = change % 10 === 0
        if (isGone) await send('DELETE', `${changed}/api/movies/${_id}`)
        else await send('PUT', `${changed}/api/movies/${_id}`, { ...film, title })
        const expected = isGone ? [] : [title]
        for (const shown of await Promise.all([...urls, ...urls].map(titles))) assert.deepEqual(shown, expected)
        if (isGone) await send('POST', `${changed}/api/movies/${_id}/restoration`)
        else for (const url of urls) assert.equal(((await send('GET', `${url}/api/movies/${_id}`)) as { title: string }).title, title)
        reads += isGone ? 4 : 6
      }
    }),
  )
  assert.ok(reads > 5_000)
}
