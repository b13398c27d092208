import { users } from '#contract/users.ts'
import { multipartBody, picture } from '#testing/pictures.ts'
import { type Api, addPerson, signIn } from '../api.ts'
import { addBranch, addImage, addPromoCode } from '../chain.ts'
import { expect, test } from '../fixtures.ts'
import { admin } from '../server.ts'

// The call table of the specification (section 7), row by row, over HTTP, with a token and without.

const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
let made = 0
const unique = (word: string) => `${word}-${process.pid}-${++made}`

/** Makes one request and answers its status and what it carried. */
async function send(api: Pick<Api, 'fetch'>, method: string, path: string, payload?: object) {
  const content = payload === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) }
  const reply = await api.fetch(`/api${path}`, { method, ...content })
  const text = await reply.text()
  return { status: reply.status, body: text ? JSON.parse(text) : undefined }
}

const nobody = (url: string): Pick<Api, 'fetch'> => ({ fetch: (path, init) => fetch(url + path, init) })
const refused = { status: 401, body: { error: 'Please sign in.' } }

const collections: { path: string; read: 'public' | 'staff'; payload: object; change: object; before?: (api: Api) => Promise<unknown> }[] =
  [
    {
      path: '/movies',
      read: 'public',
      payload: { title: 'M', genre: 'Crime', image: '', description: 'A city looks.', trailerUrl: 'https://archive.org/m' },
      change: { genre: 'Classic' },
    },
    {
      path: '/branches',
      read: 'public',
      payload: { name: 'Riverside', address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/riverside', images: [] },
      change: { address: '2 Quay Street' },
    },
    {
      path: '/news',
      read: 'public',
      payload: { title: 'The balcony reopens', image: '', date: '2026-11-20', description: 'Restored.', gallery: [] },
      change: { date: '2026-11-21' },
    },
    {
      path: '/menus',
      read: 'public',
      payload: { name: 'Liquorice', image: '', description: 'Salted.' },
      change: { name: 'Liquorice, large' },
    },
    {
      path: '/bookings',
      read: 'staff',
      payload: {
        branchName: 'Riverside',
        date: '2037-11-27',
        time: '19:30',
        fullName: 'Ada Byron',
        phoneNumber: '+44 20 7946 0121',
        status: 0,
        promoCode: '',
        discountPercentage: 0,
      },
      change: { status: 1 },
      before: addBranch,
    },
  ]

for (const { path, read, payload, change, before } of collections) {
  test.describe(path, () => {
    let item: { _id: string }
    test.beforeEach(async ({ api }) => {
      await before?.(api)
      item = (await send(api, 'POST', path, payload)).body
    })

    test(`GET ${path}`, async ({ api, server }) => {
      const list = { status: 200, body: expect.arrayContaining([expect.objectContaining({ ...payload, _id: item._id })]) }
      expect(await send(api, 'GET', path)).toEqual(list)
      expect(await send(nobody(server.url), 'GET', path)).toMatchObject(read === 'public' ? list : refused)
    })

    test(`GET ${path}/{id}`, async ({ api, server }) => {
      const one = { status: 200, body: { ...payload, _id: item._id } }
      expect(await send(api, 'GET', `${path}/${item._id}`)).toMatchObject(one)
      expect(await send(nobody(server.url), 'GET', `${path}/${item._id}`)).toMatchObject(read === 'public' ? one : refused)
    })

    test(`POST ${path}`, async ({ api, server }) => {
      expect(await send(nobody(server.url), 'POST', path, payload)).toMatchObject(refused)
      const { status, body } = await send(api, 'POST', path, payload)
      expect({ status, body }).toMatchObject({ status: 201, body: { ...payload, _id: id } })
      expect((await send(api, 'GET', `${path}/${body._id}`)).body).toEqual(body)
    })

    test(`PUT ${path}/{id}`, async ({ api, server }) => {
      expect(await send(nobody(server.url), 'PUT', `${path}/${item._id}`, { ...payload, ...change })).toMatchObject(refused)
      const { status, body } = await send(api, 'PUT', `${path}/${item._id}`, { ...payload, ...change })
      expect({ status, body }).toMatchObject({ status: 200, body: { ...payload, ...change, _id: item._id } })
      expect((await send(api, 'GET', `${path}/${item._id}`)).body).toEqual(body)
    })

    test(`DELETE ${path}/{id}`, async ({ api, server }) => {
      expect(await send(nobody(server.url), 'DELETE', `${path}/${item._id}`)).toMatchObject(refused)
      expect(await send(api, 'DELETE', `${path}/${item._id}`)).toEqual({ status: 204, body: undefined })
      expect(await send(api, 'GET', `${path}/${item._id}`)).toMatchObject({ status: 404, body: { error: expect.any(String) } })
    })
  })
}

test('POST /login', async ({ server }) => {
  const { status, body } = await send(nobody(server.url), 'POST', '/login', admin)
  expect({ status, body }).toEqual({ status: 200, body: { token: expect.any(String) } })
  const signedIn = await fetch(`${server.url}/api/session`, { headers: { authorization: `Bearer ${body.token}` } })
  expect(await signedIn.json()).toMatchObject({ username: admin.username, isSuperUser: true })
  expect(await send(nobody(server.url), 'POST', '/login', { ...admin, password: 'wrong' })).toMatchObject({
    status: 401,
    body: { error: 'Wrong username or password.' },
  })
})

test.describe('/users', () => {
  const password = 'a-long-enough-password'
  const newUser = () => ({ username: unique('usher'), password, isSuperUser: false })
  const onlySuperUsers = { status: 403, body: { error: 'Only super users can do this.' } }

  /** Calls as a regular user. */
  async function regular(api: Api, url: string) {
    const { username } = await addPerson(api, newUser())
    return signIn(url, { username, password })
  }

  test('GET /users', async ({ api, server }) => {
    expect(await send(nobody(server.url), 'GET', '/users')).toMatchObject(refused)
    const list = {
      status: 200,
      body: expect.arrayContaining([expect.objectContaining({ _id: id, username: admin.username, isSuperUser: true })]),
    }
    for (const caller of [api, await regular(api, server.url)]) {
      const reply = await send(caller, 'GET', '/users')
      expect(reply).toEqual(list)
      expect(JSON.stringify(reply.body), 'no password leaves the server').not.toMatch(/password/i)
    }
  })

  test('POST /users', async ({ api, server }) => {
    expect(await send(nobody(server.url), 'POST', '/users', newUser())).toMatchObject(refused)
    expect(await send(await regular(api, server.url), 'POST', '/users', newUser())).toMatchObject(onlySuperUsers)
    const { password: _, ...shown } = newUser()
    expect(await send(api, 'POST', '/users', { ...shown, password })).toMatchObject({ status: 201, body: { ...shown, _id: id } })
    expect((await send(api, 'GET', '/users')).body).toContainEqual(expect.objectContaining(shown))
  })

  test('DELETE /users/{id}', async ({ api, server }) => {
    const { _id } = await api.call(users.create, { body: newUser() })
    expect(await send(nobody(server.url), 'DELETE', `/users/${_id}`)).toMatchObject(refused)
    expect(await send(await regular(api, server.url), 'DELETE', `/users/${_id}`)).toMatchObject(onlySuperUsers)
    expect(await send(api, 'DELETE', `/users/${_id}`)).toEqual({ status: 204, body: undefined })
    expect((await send(api, 'GET', '/users')).body).not.toContainEqual(expect.objectContaining({ _id }))
  })
})

test.describe('/images', () => {
  const shape = { _id: id, name: expect.any(String), url: expect.stringMatching(/^\/media\/.+\.webp$/) }

  test('POST /upload', async ({ api, server }) => {
    const names = ['first.png', 'second.jpg']
    const { body, type } = await multipartBody([
      { name: 'first.png', bytes: await picture('png') },
      { name: 'second.jpg', bytes: await picture('jpeg') },
    ])
    const request = { method: 'POST', headers: { 'content-type': type }, body: body as Uint8Array<ArrayBuffer> }
    expect((await fetch(`${server.url}/api/upload`, request)).status).toBe(401)
    const reply = await api.fetch('/api/upload', request)
    expect({ status: reply.status, body: await reply.json() }).toMatchObject({
      status: 201,
      body: names.map((name) => ({ ...shape, name })),
    })
  })

  test('GET /images', async ({ api, server }) => {
    const { name, url } = await addImage(api)
    for (const caller of [api, nobody(server.url)])
      expect(await send(caller, 'GET', '/images')).toEqual({
        status: 200,
        body: expect.arrayContaining([expect.objectContaining({ name, url })]),
      })
    const picture = await fetch(server.url + url)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  for (const by of ['name', '_id'] as const) {
    test(`DELETE /images/{${by === 'name' ? 'name' : 'id'}}`, async ({ api, server }) => {
      const image = await addImage(api, `${unique('to be deleted')}.png`)
      const path = `/images/${encodeURIComponent(image[by])}`
      expect(await send(nobody(server.url), 'DELETE', path)).toMatchObject(refused)
      expect(await send(api, 'DELETE', path)).toEqual({ status: 204, body: undefined })
      expect((await send(api, 'GET', '/images')).body).not.toContainEqual(expect.objectContaining({ name: image.name }))
    })
  }
})

test('POST /validate', async ({ api, server }) => {
  const { code } = await addPromoCode(api, { code: unique('EARLYBIRD').toUpperCase(), percentage: 15 })
  expect(await send(nobody(server.url), 'POST', '/validate', { code })).toMatchObject(refused)
  expect(await send(api, 'POST', '/validate', { code })).toEqual({ status: 200, body: { discountPercentage: 15 } })
  expect(await send(api, 'POST', '/validate', { code: 'NO-SUCH-CODE' })).toMatchObject({ status: 422, body: { error: expect.any(String) } })
})
