import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createServer } from 'node:tls'
import { newAuthority } from '#testing/certificates.ts'
import { eventually, multipartBody, picture } from '#testing/pictures.ts'
import { processes, signIn, stop } from '#testing/process.ts'
import { someStore } from '#testing/store.ts'

const { folder, launch, start, end } = await processes()
after(end)
const { settings } = await someStore()
const endpoint = new URL(new URL(settings.MEDIA_URL).searchParams.get('endpoint') ?? '')

const authority = newAuthority()
const ca = join(folder, 'ca.pem')
writeFileSync(ca, authority.cert)
/** A proxy before the store that terminates TLS and forwards the bytes. */
const front = createServer(authority.certify('localhost'), (caller) => {
  const store = connect(Number(endpoint.port), endpoint.hostname)
  caller.pipe(store).pipe(caller)
  for (const [socket, other] of [
    [caller, store],
    [store, caller],
  ] as const)
    socket.on('error', () => other.destroy())
})
await once(front.listen(0), 'listening')
after(() => front.close())

const through = (host: string) => ({
  ...settings,
  MEDIA_URL: settings.MEDIA_URL.replace(endpoint.origin, `https://${host}:${(front.address() as AddressInfo).port}`),
})

describe('a store with TLS', () => {
  test('whose certificate comes from a CA of one’s own keeps the pictures, where NODE_EXTRA_CA_CERTS names it', async () => {
    const running = await start({ ...through('localhost'), NODE_EXTRA_CA_CERTS: ca })
    const { body, type } = await multipartBody([{ name: 'poster.png', bytes: await picture('png') }])
    const headers = { ...(await signIn(running.url)), 'content-type': type }
    const reply = await fetch(`${running.url}/api/upload`, { method: 'POST', headers, body: new Uint8Array(body) })
    assert.equal(reply.status, 201, await reply.clone().text())
    const [image] = (await reply.json()) as { url: string }[]
    assert.equal((await fetch(`${running.url}${image?.url}`)).status, 200)
    assert.equal(await stop(running), 0)
  })

  for (const [what, host, env, sentence] of [
    [
      'that nobody vouches for',
      'localhost',
      {},
      /the certificate of the store at MEDIA_URL is not trusted \(\w+\)\. Set NODE_EXTRA_CA_CERTS/,
    ],
    ['for another host', '127.0.0.1', { NODE_EXTRA_CA_CERTS: ca }, /the certificate of the store at MEDIA_URL is for another host name/],
  ] as const)
    test(`and a certificate ${what} is not used: the start says so in a sentence`, async () => {
      const waiting = launch({ ...through(host), ...env, DATA_DIR: join(folder, host), ADMIN_PASSWORD: 'popcorn-and-velvet' })
      await eventually(() => waiting.output() !== '')
      assert.match(waiting.output(), /^Waiting up to 60 seconds for the image store: [^\n]*\n$/)
      assert.match(waiting.output(), sentence)
      await stop(waiting, 'SIGKILL')
    })
})
