import { contract } from '#contract/all.ts'
import { closures } from '#contract/closures.ts'
import { images } from '#contract/images.ts'
import { titleField } from '#contract/listing.ts'
import { sampleOf, samples } from '#testing/samples.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { screens } from '#web/app/screens.ts'
import * as resources from '#web/resources.ts'
import { idIn } from '#web/router/paths.ts'
import type { Api } from './api.ts'
import { addBooking, addBranch, addImage, addMenuItem, addMovie, addNews, addPromoCode, deleteAll } from './chain.ts'

/** A screen of a signed-in person: its address, and words that stand on it once what it shows has arrived. */
export type Screen = { path: string; shows: string }

/**
 * Fills the chain with an item of everything, with pictures, and gives every screen that shows them.
 * Names are as long and as unbroken as people make them; `written` may change whatever people write.
 */
export async function everyScreen(api: Api, written = (text: string) => text): Promise<Screen[]> {
  await Promise.all([images, ...samples.map(({ contract }) => contract)].map((collection) => deleteAll(api, collection)))
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
  const code = await addPromoCode(api, {
    code: 'MATINEE-FOR-EVERYBODY-UNTIL-CHRISTMAS',
    mostUses: 1_000,
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    branches: [branch._id],
  })
  const booking = await addBooking(api, {
    branchName: branch.name,
    promoCode: code.code,
    fullName: written('Wolfeschlegelsteinhausenbergerdorff Senior'),
  })
  await addBooking(api, { branchName: branch.name, status: 1, fullName: 'Ada Byron', phoneNumber: '+44 20 7946 0122', time: '20:15' })
  await addBooking(api, { branchName: branch.name, status: 2, fullName: 'Grace Hopper', phoneNumber: '+44 20 7946 0123', time: '21:45' })
  const days = { firstDay: '2099-11-27', lastDay: '2099-11-28' }
  const closure = await api.call(closures.create, {
    body: { branchName: branch.name, ...days, reason: written('Donaudampfschifffahrtsgesellschaftskapitänsball') },
  })

  const made: Partial<Record<ResourceOnScreen, Item>> = {
    movies: movie,
    branches: branch,
    closures: closure,
    news: article,
    menus: item,
    promoCodes: code,
    bookings: booking,
  }
  const ofResources: Screen[] = []
  for (const [name, config] of Object.entries(resources) as [ResourceOnScreen, ResourceConfig][])
    ofResources.push(...screensOf(name, config, made[name] ?? (await addSample(api, name))))
  return withAll([
    ...ofResources,
    { path: '/bookings?tab=sheet&date=2037-11-27..2037-11-27', shows: 'Ada Byron' },
    { path: `/bookings?tab=closure&date=2037-11-27..2037-11-27&branchName=${encodeURIComponent(branch.name)}`, shows: 'Ada Byron' },
    { path: '/?import=1', shows: 'Paste rows from a spreadsheet' },
    { path: '/gallery', shows: wide.name },
    { path: '/users', shows: 'Users (' },
    { path: '/users?tab=activity', shows: 'Grace Hopper' },
  ])
}

type ResourceOnScreen = keyof typeof resources
type Item = { _id: string }

/** What no journey needs to know more of is made as the tests of the server make it. */
async function addSample(api: Api, name: ResourceOnScreen): Promise<Item> {
  const { path } = contract[name].create
  async function send(method: string, path: string, body?: object) {
    const content = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const reply = await api.fetch(path, { method, ...content })
    if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}.`)
    return { body: (await reply.json()) as never }
  }
  return (
    await send('POST', path, await sampleOf(path.slice('/api/'.length)).body({ call: (method, path, _, body) => send(method, path, body) }))
  ).body
}

function screensOf(name: ResourceOnScreen, { at, many, detail }: ResourceConfig, item: Item): Screen[] {
  const title = String(item[titleField(contract[name].list.listing) as keyof Item])
  const form = `Back to ${many}`
  return [
    { path: at.list, shows: title },
    { path: at.add, shows: form },
    { path: at.edit(item._id), shows: form },
    ...(detail ? [{ path: at.one(item._id), shows: title }] : []),
  ]
}

/** Refuses to go on where the app has a screen that isn't among them. */
function withAll(visited: Screen[]): Screen[] {
  const left = screens.filter((screen) => !visited.some(({ path }) => idIn(screen.path, path) !== undefined))
  if (left.length > 0) throw new Error(`No journey visits ${left.map(({ path }) => path).join(', ')}: see e2e/screens.ts.`)
  return visited
}
