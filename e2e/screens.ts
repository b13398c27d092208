import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { images } from '#contract/images.ts'
import { menus } from '#contract/menus.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import type { Api } from './api.ts'
import { addBooking, addBranch, addImage, addMenuItem, addMovie, addNews, addPromoCode, deleteAll } from './chain.ts'

/** A screen of a signed-in person: its address, and words that stand on it once what it shows has arrived. */
export type Screen = { path: string; shows: string }

/**
 * Fills the chain with an item of everything, with pictures, and gives every screen that shows them.
 * Names are as long and as unbroken as people make them; `written` may change whatever people write.
 */
export async function everyScreen(api: Api, written = (text: string) => text): Promise<Screen[]> {
  await Promise.all([movies, images, branches, news, menus, bookings, promoCodes].map((collection) => deleteAll(api, collection)))
  const poster = await addImage(api, written('a-very-long-file-name-of-a-poster-as-cameras-and-agencies-make-them-0001.png'))
  const wide = await addImage(api, written('foyer.png'), { width: 640, height: 360 })
  const lorem = [...Array(12).fill('Long ago a count travelled by ship.'), `https://example.com/${'unbroken'.repeat(12)}`]
    .map(written)
    .join('\n')
  const movie = await addMovie(api, {
    title: written('Das Cabinet des Doktor Caligari: Donaudampfschifffahrtsgesellschaftskapitän'),
    genre: written('Horror'),
    image: poster.url,
    description: lorem,
  })
  await addMovie(api, { title: 'No cover yet', trailerUrl: 'https://archive.org/details/nosferatu' })
  const branch = await addBranch(api, {
    name: written('Riverside'),
    address: written('1 Quay Street, Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'),
    images: [wide.url, poster.url],
  })
  const article = await addNews(api, {
    title: written('The balcony reopens'),
    image: wide.url,
    description: lorem,
    gallery: [poster.url, wide.url],
  })
  const item = await addMenuItem(api, { name: written('Liquorice'), image: wide.url, description: lorem })
  const code = await addPromoCode(api, { code: 'MATINEE-FOR-EVERYBODY-UNTIL-CHRISTMAS' })
  const booking = await addBooking(api, {
    branchName: branch.name,
    promoCode: code.code,
    fullName: written('Wolfeschlegelsteinhausenbergerdorff Senior'),
  })
  await addBooking(api, { branchName: branch.name, status: 1, fullName: 'Ada Byron' })
  await addBooking(api, { branchName: branch.name, status: 2, fullName: 'Grace Hopper' })

  return [
    { path: '/', shows: movie.title },
    { path: `/movie/${movie._id}`, shows: 'Back to Movies' },
    { path: '/add', shows: 'Add New Movie' },
    { path: `/edit/${movie._id}`, shows: 'Edit Movie' },
    { path: '/gallery', shows: wide.name },
    { path: '/branches', shows: branch.name },
    { path: '/branches/add', shows: 'Save Branch' },
    { path: `/branches/edit/${branch._id}`, shows: 'Save Branch' },
    { path: '/news', shows: article.title },
    { path: `/news/${article._id}`, shows: article.title },
    { path: '/news/add', shows: 'Save News' },
    { path: `/news/edit/${article._id}`, shows: 'Save News' },
    { path: '/menu', shows: item.name },
    { path: `/menu/${item._id}`, shows: item.name },
    { path: '/menu/add', shows: 'Save Menu Item' },
    { path: `/menu/edit/${item._id}`, shows: 'Save Menu Item' },
    { path: '/bookings', shows: booking.fullName },
    { path: '/bookings/add', shows: 'Create Booking' },
    { path: `/bookings/edit/${booking._id}`, shows: 'Update Booking' },
    { path: '/bookings/promo-codes', shows: code.code },
    { path: '/bookings/promo-codes/add', shows: 'Create Promo Code' },
    { path: `/bookings/promo-codes/edit/${code._id}`, shows: 'Update Promo Code' },
    { path: '/users', shows: 'Users (' },
  ]
}
