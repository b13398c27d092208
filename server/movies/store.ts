import type { ImageUse } from '#contract/images.ts'
import type { Movie, MovieInput } from '#contract/movies.ts'
import { records, stamp } from '#server/database/records.ts'
import type { Database, MovieRow, Transaction } from '#server/database/schema.ts'
import { requireImages } from '#server/images/references.ts'

export const movieRecords = records('movies', 'Movie', present)

function present(row: MovieRow): Movie {
  const { title, genre, image, description, trailerUrl } = row
  return { ...stamp(row), title, genre, image, description, trailerUrl }
}

export async function movieColumns(trx: Transaction, input: MovieInput, current: MovieRow | undefined): Promise<MovieInput> {
  await requireImages(trx, { image: input.image }, [current?.image])
  return input
}

/** Where movies use images, by the image's address. */
export async function imagesOfMovies(db: Database): Promise<(ImageUse & { url: string })[]> {
  const rows = await db
    .selectFrom('movies')
    .select(['id', 'title', 'image'])
    .where('image', '!=', '')
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ id, title, image }) => ({ url: image, resource: 'movies', _id: id, title }))
}
