import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import express, { type Request } from 'express'
import pg from 'pg'

/**
 * Movies in a hand-written Express server. A write validates the fields, and stores the row, its history entry and its search words in one
 * transaction. There is no sign-in and no log. The database is SQLite in DATA_DIR, as durable as the product's, or PostgreSQL at DATABASE_URL.
 */
const { DATA_DIR = '', DATABASE_URL, PORT } = process.env

type Movie = { title: string; genre: string; image: string; description: string; trailerUrl: string }
type Insert = (row: string[], words: string) => unknown

const columns = 'id text primary key, title text, genre text, image text, description text, trailer_url text, created_at text'
const insert = DATABASE_URL ? await onPostgres(DATABASE_URL) : onSqlite(join(DATA_DIR, 'express.sqlite'))

const app = express()
app.use(express.json())
app.post('/api/movies', async (request: Request<object, unknown, unknown>, response) => {
  const movie = movieIn(request.body)
  if (typeof movie === 'string') return response.status(422).json({ error: movie })
  const { title, genre, image, description, trailerUrl } = movie
  const [id, createdAt] = [randomUUID(), new Date().toISOString()]
  await insert([id, title, genre, image, description, trailerUrl, createdAt], `${title} ${genre} ${description}`)
  return response.status(201).json({ id, ...movie, createdAt })
})
app.listen(Number(PORT), '127.0.0.1')

/** Returns the movie, or the error in it. */
function movieIn(body: unknown): Movie | string {
  const { title, genre, image = '', description, trailerUrl } = body as Record<string, unknown>
  if (typeof title !== 'string' || title.trim() === '' || title.length > 200) return 'Enter a title.'
  if (typeof genre !== 'string' || genre.trim() === '' || genre.length > 100) return 'Enter a genre.'
  if (typeof image !== 'string') return 'Choose an image.'
  if (typeof description !== 'string' || description.length > 10_000) return 'Enter a description.'
  if (typeof trailerUrl !== 'string' || !/^https?:$/.test(URL.parse(trailerUrl)?.protocol ?? '')) return 'Enter the address of a trailer.'
  return { title: title.trim(), genre: genre.trim(), image, description, trailerUrl }
}

function onSqlite(file: string): Insert {
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(`create table if not exists express_movies (${columns});
    create table if not exists express_history (id text primary key, movie text, record text, at text);
    create virtual table if not exists express_words using fts5 (words)`)
  const movie = db.prepare('insert into express_movies values (?, ?, ?, ?, ?, ?, ?)')
  const history = db.prepare('insert into express_history values (?, ?, ?, ?)')
  const search = db.prepare('insert into express_words (rowid, words) values (?, ?)')
  return db.transaction((row: string[], words: string) => {
    const { lastInsertRowid } = movie.run(row)
    history.run(randomUUID(), row[0], JSON.stringify(row), row[6])
    search.run(lastInsertRowid, words)
  })
}

async function onPostgres(url: string): Promise<Insert> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  await pool.query(`create table if not exists express_movies (${columns}, words tsvector);
    create table if not exists express_history (id text primary key, movie text, record text, at text);
    create index if not exists express_words on express_movies using gin (words)`)
  return async (row, words) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const movie = `insert into express_movies values ($1, $2, $3, $4, $5, $6, $7, to_tsvector('simple', $8))`
      await client.query({ name: 'movie', text: movie, values: [...row, words] })
      const history = 'insert into express_history values ($1, $2, $3, $4)'
      await client.query({ name: 'history', text: history, values: [randomUUID(), row[0], JSON.stringify(row), row[6]] })
      await client.query('commit')
    } finally {
      client.release()
    }
  }
}
