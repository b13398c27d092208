import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import express, { type Request } from 'express'
import pg from 'pg'

/**
 * Films as somebody would keep them by hand with Express: checks what came, writes one row and answers it. No sign-in, no history, no search,
 * no log. SQLite as durable as the product's, in DATA_DIR, or PostgreSQL at DATABASE_URL.
 */
const { DATA_DIR = '', DATABASE_URL, PORT } = process.env

type Movie = { title: string; genre: string; image: string; description: string; trailerUrl: string }
type Insert = (row: string[]) => unknown

const columns = 'id text primary key, title text, genre text, image text, description text, trailer_url text, created_at text'
const insert = DATABASE_URL ? await onPostgres(DATABASE_URL) : onSqlite(join(DATA_DIR, 'express.sqlite'))

const app = express()
app.use(express.json())
app.post('/api/movies', async (request: Request<object, unknown, unknown>, response) => {
  const movie = movieIn(request.body)
  if (typeof movie === 'string') return response.status(422).json({ error: movie })
  const { title, genre, image, description, trailerUrl } = movie
  const [id, createdAt] = [randomUUID(), new Date().toISOString()]
  await insert([id, title, genre, image, description, trailerUrl, createdAt])
  return response.status(201).json({ id, ...movie, createdAt })
})
app.listen(Number(PORT), '127.0.0.1')

/** The movie, or what is wrong with it. */
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
  db.exec(`create table if not exists express_movies (${columns})`)
  const statement = db.prepare('insert into express_movies values (?, ?, ?, ?, ?, ?, ?)')
  return (row) => statement.run(row)
}

async function onPostgres(url: string): Promise<Insert> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  await pool.query(`create table if not exists express_movies (${columns})`)
  return (row) => pool.query({ name: 'insert', text: 'insert into express_movies values ($1, $2, $3, $4, $5, $6, $7)', values: row })
}
