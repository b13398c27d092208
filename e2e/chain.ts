import { type BookingInput, bookings } from '#contract/bookings.ts'
import { type BranchInput, branches } from '#contract/branches.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Image } from '#contract/images.ts'
import { type MenuItemInput, menus } from '#contract/menu.ts'
import { type MovieInput, movies } from '#contract/movies.ts'
import { type NewsInput, news } from '#contract/news.ts'
import { type PromoCodeInput, promoCodes } from '#contract/promo-codes.ts'
import { multipartBody, picture } from '#testing/pictures.ts'
import type { Api } from './api.ts'

// What journeys start from, made through the API. Whatever a journey doesn't care about has a likely value.

export const addMovie = (api: Api, values: Partial<MovieInput> = {}) =>
  api.call(movies.create, {
    body: {
      title: 'Nosferatu',
      genre: 'Horror',
      image: '',
      description: 'A count travels by ship.\nThe plague travels with him.',
      trailerUrl: 'https://www.youtube.com/embed/FC6jFoYm3xs',
      ...values,
    },
  })

export const addBranch = (api: Api, values: Partial<BranchInput> = {}) =>
  api.call(branches.create, {
    body: { name: 'Riverside', address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/riverside', images: [], ...values },
  })

export const addNews = (api: Api, values: Partial<NewsInput> = {}) =>
  api.call(news.create, {
    body: { title: 'The balcony reopens', image: '', date: '2026-11-20', description: 'Restored.\nOn Friday.', gallery: [], ...values },
  })

export const addMenuItem = (api: Api, values: Partial<MenuItemInput> = {}) =>
  api.call(menus.create, { body: { name: 'Liquorice', image: '', description: 'Salted, or sweet.', ...values } })

/** The branch must be there already. */
export const addBooking = (api: Api, values: Partial<BookingInput> = {}) =>
  api.call(bookings.create, {
    body: {
      branchName: 'Riverside',
      date: '2037-11-27',
      time: '19:30',
      fullName: 'Ada Byron',
      phoneNumber: '+44 20 7946 0121',
      status: 0,
      promoCode: '',
      discountPercentage: 0,
      ...values,
    },
  })

export const addPromoCode = (api: Api, values: Partial<PromoCodeInput> = {}) =>
  api.call(promoCodes.create, {
    body: { code: 'MATINEE', percentage: 20, firstDay: '', lastDay: '', mostUses: null, paused: false, ...values },
  })

/** Puts a picture into the gallery, every time another one. */
export async function addImage(api: Api, name = 'poster.png', size = { width: 400, height: 600 }): Promise<Image> {
  const { body, type } = await multipartBody([{ name, bytes: await picture('png', size) }])
  const reply = await api.fetch('/api/upload', {
    method: 'POST',
    headers: { 'content-type': type },
    body: body as Uint8Array<ArrayBuffer>,
  })
  const [image] = (await reply.json()) as Image[]
  if (reply.status !== 201 || !image) throw new Error(`The upload of ${name} was answered ${reply.status}.`)
  return image
}

/** Puts so many small pictures into the gallery, 'picture 0.png' and so on. */
export async function addImages(api: Api, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, at) => `picture ${at}.png`)
  const files = await Promise.all(
    names.map(async (name, at) => ({ name, bytes: await picture('png', { width: 8 + (at % 20), height: 8 + Math.floor(at / 20) }) })),
  )
  for (let at = 0; at < count; at += 40) {
    const { body, type } = await multipartBody(files.slice(at, at + 40))
    await api.fetch('/api/upload', { method: 'POST', headers: { 'content-type': type }, body: body as Uint8Array<ArrayBuffer> })
  }
}

/** Deletes every item of a collection: the tests of a worker share a server. */
export async function deleteAll(api: Api, { list, remove }: { list: Endpoint; remove: Endpoint }): Promise<void> {
  const items = (await (await api.fetch(list.path)).json()) as { _id: string }[]
  await Promise.all(items.map(({ _id }) => api.fetch(remove.path.replace(':id', _id), { method: remove.method })))
}
