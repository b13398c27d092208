import type { ApiClient } from './api-client.ts'
import { bookings } from './bookings.ts'
import { branches } from './branches.ts'
import { menuPictures } from './drawing/menu.ts'
import { films } from './films.ts'
import { menu } from './menu.ts'
import { news } from './news.ts'
import type { RenderedPicture } from './pictures.ts'
import { promoCodes } from './promo-codes.ts'

/** As many pictures go into one upload as are rendered well before its time is over, on a slow machine too. */
const atOnce = 8

/** How many records of each kind were made. */
export type Counts = Record<'images' | 'movies' | 'branches' | 'news' | 'menu items' | 'promo codes' | 'bookings', number>

type Work = { rendered: RenderedPicture[]; now: Date; tell: (line: string) => void; signal?: AbortSignal }

/** Makes the whole chain, or nothing of it: when a call fails or `signal` is aborted, what was made is deleted again. */
export async function load(client: ApiClient, { rendered, now, tell, signal }: Work): Promise<Counts> {
  const made: string[] = []
  const urls = new Map<string, string>()
  const urlOf = (name: string) => {
    const url = urls.get(name)
    if (url === undefined) throw new Error(`There is no picture called ${name}.`)
    return url
  }

  async function upload() {
    for (let at = 0; at < rendered.length; at += atOnce) {
      signal?.throwIfAborted()
      tell(`Uploading images: ${at} of ${rendered.length}`)
      for (const outcome of await client.upload(rendered.slice(at, at + atOnce))) {
        if ('error' in outcome) throw new Error(`${outcome.name} was refused: ${outcome.error}`)
        urls.set(outcome.name, outcome.url)
        made.push(`/api/images/${outcome._id}`)
      }
    }
  }

  async function create(kind: string, url: string, records: object[]): Promise<string[]> {
    const ids: string[] = []
    for (const record of records) {
      signal?.throwIfAborted()
      if (ids.length % 100 === 0) tell(`Adding ${kind}: ${ids.length} of ${records.length}`)
      const { _id } = await client.create(url, record)
      ids.push(_id)
      made.push(`${url}/${_id}`)
    }
    return ids
  }

  try {
    await upload()
    // Lists show the newest first, so what is to stand first is made last.
    const movies = films.map(({ poster, ...film }) => ({ ...film, image: urlOf(poster.name) })).toReversed()
    const houses = branches.map(({ pictures, ...branch }) => ({ ...branch, images: pictures.map(({ name }) => urlOf(name)) })).toReversed()
    const items = news(now)
      .map(({ picture, gallery, ...item }) => ({ ...item, image: urlOf(picture.name), gallery: gallery.map(urlOf) }))
      .toReversed()
    const dishes = menu
      .map(([name, description], place) => ({ name, description, image: urlOf(menuPictures[place]?.name ?? '') }))
      .toReversed()
    const codes = promoCodes(now)
    const people = bookings(now)

    await create('movies', '/api/movies', movies)
    await create('branches', '/api/branches', houses)
    await create('news', '/api/news', items)
    await create('menu items', '/api/menus', dishes)
    const codeIds = await create(
      'promo codes',
      '/api/promo-codes',
      codes.map(({ opening }) => opening),
    )
    await create('bookings', '/api/bookings', people)
    for (const [place, { opening, later }] of codes.entries()) {
      if (later) await client.update(`/api/promo-codes/${codeIds[place]}`, { ...opening, ...later })
    }
    return {
      images: urls.size,
      movies: movies.length,
      branches: houses.length,
      news: items.length,
      'menu items': dishes.length,
      'promo codes': codes.length,
      bookings: people.length,
    }
  } catch (error) {
    tell('Removing the data added so far')
    for (const url of made.reverse()) await client.remove(url)
    throw error
  }
}
