import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { images } from '#contract/images.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import type { Api } from '../api.ts'
import { addBooking, addBranch, addImage, addMenuItem, addMovie, addNews, addPromoCode, deleteAll } from '../chain.ts'
import { expect, test } from '../fixtures.ts'

// What the specification says of each screen (section 2): its words, and the links and inputs that it names.

type Screen = {
  name: string
  /** Fills the chain, which is empty before, and gives the path. */
  path: string | ((api: Api) => Promise<string>)
  texts: string[]
  /** By label. */
  inputs?: string[]
  buttons?: string[]
  /** A link's name, and where it leads where the specification says so. */
  links?: [name: string, to?: string | RegExp][]
}

const movieInputs = ['Title', 'Genre', 'Description', 'Trailer URL']
const branchInputs = ['Branch Name', 'Address', 'Google Maps URL']
const newsInputs = ['News Title', 'Publication Date', 'Description']
const menuInputs = ['Item Name', 'Description']
const bookingInputs = ['Branch', 'Date', 'Time', 'Full Name', 'Phone Number', 'Promo Code']

const screens: Screen[] = [
  {
    name: 'no movies',
    path: '/',
    texts: [
      'Movie Collection',
      'Manage your movie collection with ease',
      'No movies',
      'Get started by adding a new movie to your collection.',
    ],
    links: [
      ['Add New Movie', '/add'],
      ['Add Movie', '/add'],
    ],
  },
  {
    name: 'movies',
    path: async (api) => {
      await addMovie(api)
      return '/'
    },
    texts: ['Nosferatu', 'A count travels by ship.'],
    buttons: ['Delete Nosferatu'],
    links: [
      ['View Details', /^\/movie\//],
      ['Edit Nosferatu', /^\/edit\//],
    ],
  },
  {
    name: 'a movie',
    path: async (api) => `/movie/${(await addMovie(api))._id}`,
    texts: ['Nosferatu', 'A count travels by ship.'],
    links: [
      ['Back to Movies', '/'],
      ['Edit Movie', /^\/edit\//],
    ],
  },
  {
    name: 'a new movie',
    path: '/add',
    texts: ['Add New Movie', 'Fill in the details below to add a new movie to your collection.'],
    inputs: movieInputs,
    buttons: ['Select from Gallery', 'Save Movie'],
    links: [['Back to Movies', '/']],
  },
  {
    name: 'a movie that is edited',
    path: async (api) => `/edit/${(await addMovie(api, { image: (await addImage(api)).url }))._id}`,
    texts: ['Edit Movie'],
    inputs: movieInputs,
    buttons: ['Change Image', 'Save Movie'],
    links: [['Back to Movies', '/']],
  },
  {
    name: 'an empty gallery',
    path: '/gallery',
    texts: [
      'Image Gallery',
      'Upload and manage your images',
      'Drag and drop your images here, or click the upload button above',
      'No images',
      'Get started by uploading some images',
    ],
    inputs: ['Upload Images'],
  },
  {
    name: 'the gallery',
    path: async (api) => {
      await addImage(api, 'foyer.png')
      return '/gallery'
    },
    texts: ['Image Gallery'],
    buttons: ['Delete foyer.png'],
  },
  { name: 'no branches', path: '/branches', texts: ['Branch Locations', 'No branches'], links: [['Add Branch', '/branches/add']] },
  {
    name: 'branches',
    path: async (api) => {
      const pictures = [await addImage(api), await addImage(api), await addImage(api)]
      await addBranch(api, { images: pictures.map(({ url }) => url) })
      return '/branches'
    },
    texts: ['Riverside', '1 Quay Street', '+2 more'],
    buttons: ['Delete Riverside'],
    links: [
      ['View Map', 'https://maps.app.goo.gl/riverside'],
      ['Edit Riverside', /^\/branches\/edit\//],
    ],
  },
  { name: 'a new branch', path: '/branches/add', texts: ['Branch Images'], inputs: branchInputs, buttons: ['Save Branch'] },
  {
    name: 'a branch that is edited',
    path: async (api) => `/branches/edit/${(await addBranch(api))._id}`,
    texts: ['Branch Images', 'Save Branch'],
    inputs: branchInputs,
  },
  { name: 'no news', path: '/news', texts: ['Latest News', 'No news'] },
  {
    name: 'news',
    path: async (api) => {
      const { url } = await addImage(api)
      await addNews(api, { image: url, gallery: [url] })
      return '/news'
    },
    texts: ['The balcony reopens', 'Restored.', '+1 in gallery', '20 November 2026'],
    buttons: ['Delete The balcony reopens'],
    links: [
      ['Read More', /^\/news\/[0-9a-f-]{36}$/],
      ['Edit The balcony reopens', /^\/news\/edit\//],
    ],
  },
  {
    name: 'a news item',
    path: async (api) => `/news/${(await addNews(api, { gallery: [(await addImage(api)).url] }))._id}`,
    texts: ['The balcony reopens', '20 November 2026', 'Restored.', 'On Friday.', 'Gallery'],
    links: [['Edit news item', /^\/news\/edit\//]],
  },
  { name: 'a new news item', path: '/news/add', texts: ['Main Image', 'Gallery Images'], inputs: newsInputs, buttons: ['Save News'] },
  {
    name: 'a news item that is edited',
    path: async (api) => `/news/edit/${(await addNews(api, { image: (await addImage(api)).url }))._id}`,
    texts: ['Main Image', 'Gallery Images'],
    inputs: newsInputs,
    buttons: ['Change Image', 'Save News'],
  },
  { name: 'no menu items', path: '/menu', texts: ['Concession Menu', 'No menu items'] },
  {
    name: 'menu items',
    path: async (api) => {
      await addMenuItem(api)
      return '/menu'
    },
    texts: ['Liquorice', 'Salted, or sweet.'],
    buttons: ['Delete Liquorice'],
    links: [
      ['View Details', /^\/menu\/[0-9a-f-]{36}$/],
      ['Edit Liquorice', /^\/menu\/edit\//],
    ],
  },
  {
    name: 'a menu item',
    path: async (api) => `/menu/${(await addMenuItem(api))._id}`,
    texts: ['Liquorice', 'Salted, or sweet.'],
    links: [['Edit menu item', /^\/menu\/edit\//]],
  },
  {
    name: 'a new menu item',
    path: '/menu/add',
    texts: ['Item Image'],
    inputs: menuInputs,
    buttons: ['Select from Gallery', 'Save Menu Item'],
  },
  {
    name: 'a menu item that is edited',
    path: async (api) => `/menu/edit/${(await addMenuItem(api))._id}`,
    texts: ['Item Image', 'Save Menu Item'],
    inputs: menuInputs,
  },
  { name: 'no bookings', path: '/bookings', texts: ['Bookings', 'Manage your movie bookings', 'No bookings'] },
  {
    name: 'bookings',
    path: async (api) => {
      const { code } = await addPromoCode(api, { code: `MATINEE-${Date.now()}`, percentage: 20 })
      await addBranch(api)
      await addBooking(api, { status: 1, promoCode: code })
      return '/bookings'
    },
    texts: ['Ada Byron', 'Confirmed', 'Riverside', '19:30', '+44 20 7946 0121', '20% off with MATINEE-'],
    buttons: ['Delete the booking for Ada Byron'],
    links: [['Edit the booking for Ada Byron', /^\/bookings\/edit\//]],
  },
  {
    name: 'a new booking',
    path: '/bookings/add',
    texts: ['Select a branch', 'Apply', 'Create Booking'],
    inputs: bookingInputs,
  },
  {
    name: 'a booking that is edited',
    path: async (api) => {
      await addBranch(api)
      return `/bookings/edit/${(await addBooking(api))._id}`
    },
    texts: ['Pending', 'Confirmed', 'Canceled'],
    inputs: [...bookingInputs, 'Status'],
    buttons: ['Update Booking'],
  },
  {
    name: 'users',
    path: '/users',
    texts: ['User Management', 'Manage system users and permissions', 'Users (', 'User', 'Role', 'Actions', 'Super User'],
    buttons: ['Logout', 'Create New User'],
  },
]

test('each has its words, inputs, buttons and links', async ({ signedIn: page, api }) => {
  const main = page.getByRole('main')
  for (const { name, path, texts, inputs = [], buttons = [], links = [] } of screens) {
    await test.step(name, async () => {
      await Promise.all([movies, images, branches, news, menus, bookings].map((collection) => deleteAll(api, collection)))
      await page.goto(typeof path === 'string' ? path : await path(api))
      // An option of a closed list is there to be read without being visible.
      for (const text of texts) await expect(main.getByText(text).first(), text).toBeAttached()
      for (const label of inputs) await expect(main.getByLabel(label, { exact: true }), label).toBeEditable()
      for (const button of buttons) await expect(main.getByRole('button', { name: button, exact: true }), button).toBeVisible()
      for (const [link, to] of links) {
        const found = main.getByRole('link', { name: link, exact: link.startsWith('Add') })
        await expect(found.first(), link).toBeVisible()
        if (to) await expect(found.first(), link).toHaveAttribute('href', to)
      }
    })
  }
})

test('the status of a booking can be chosen only when it is edited', async ({ signedIn: page }) => {
  await page.goto('/bookings/add')
  await expect(page.getByLabel('Full Name')).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveCount(0)
  await expect(page.getByLabel('Phone Number')).toHaveAttribute('type', 'tel')
})
