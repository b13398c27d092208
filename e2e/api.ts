import type { Answer, Endpoint, Sent } from '#contract/endpoint.ts'
import { session } from '#contract/session.ts'
import { type User, users } from '#contract/users.ts'
import { admin } from './server.ts'

/** Calls of a signed-in person, to arrange what a journey starts from and to look at what it ended in. */
export type Api = {
  url: string
  token: string
  /** Makes a call of the contract; throws with the server's answer where that refuses. */
  call: <E extends Endpoint>(endpoint: E, ...input: keyof Sent<E> extends never ? [] : [Sent<E>]) => Promise<Answer<E>>
  /** A request to any path of the server, with the token. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
}

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** Signs in at the server at `url`. */
export async function signIn(url: string, credentials = admin): Promise<Api> {
  const anonymous = client(url, '')
  const { token } = await anonymous.call(session.signIn, { body: credentials })
  return client(url, token)
}

type NewPerson = { username: string; password: string; isSuperUser?: boolean }

/** Adds a user who has chosen this password themselves, and is signed in nowhere. */
export async function addPerson(api: Api, { username, password, isSuperUser = false }: NewPerson): Promise<User> {
  const first = `first ${password}`
  const added = await api.call(users.create, { body: { username, password: first, isSuperUser } })
  const own = await signIn(api.url, { username, password: first })
  const { token } = await own.call(session.changePassword, { body: { currentPassword: first, newPassword: password } })
  await client(api.url, token).call(session.signOut)
  return added
}

function client(url: string, token: string): Api {
  const send: Api['fetch'] = (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    return fetch(url + path, { ...init, headers })
  }
  return {
    url,
    token,
    fetch: send,
    async call({ method, path }, ...[input]) {
      const { params = {}, query, body } = (input ?? {}) as Input
      const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
      const content = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const reply = await send(query ? `${address}?${new URLSearchParams(query)}` : address, { method, ...content })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${method} ${address} was answered ${reply.status}: ${text}`)
      return text ? JSON.parse(text) : null
    },
  }
}
