import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freePort } from '#scripts/free-port.js'
import { picture } from '#testing/pictures.ts'
import { processes, signIn, stop } from '#testing/process.ts'
import { sendRaw } from '#testing/raw.ts'

let server: Awaited<ReturnType<typeof processes>>
before(async () => {
  server = await processes()
})
after(() => server.end())

test('the log at its most talkative and the metrics tell nothing that a person sent: no token, password, name, phone number, code or address', async () => {
  const metricsPort = String(await freePort())
  const running = await server.start({ LOG_LEVEL: 'trace', METRICS_PORT: metricsPort })
  const { url } = running
  const headers = await signIn(url)
  const planted: string[] = [headers.authorization?.replace('Bearer ', '') ?? '']
  /** Something to look for afterwards. */
  const plant = (text: string) => {
    planted.push(text)
    return text
  }
  const call = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const text = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const reply = await fetch(url + path, { method, headers: { ...headers, ...more }, ...text })
    const answer = await reply.text()
    return { status: reply.status, body: answer.startsWith('{') ? (JSON.parse(answer) as { _id: string; token: string }) : undefined }
  }

  const upload = async (field: string, content: BlobPart, name: string) => {
    const form = new FormData()
    form.append(field, new Blob([content]), name)
    const { authorization = '' } = headers
    return (await fetch(`${url}/api/upload`, { method: 'POST', body: form, headers: { authorization, cookie: plant('planted-cookie') } }))
      .status
  }
  const png = new Uint8Array(await picture('png'))
  const booking = {
    branchName: 'Planted Branch',
    date: '2030-01-01',
    time: '20:00',
    fullName: plant('Planted Guest'),
    phoneNumber: plant('0660 777 888 999'),
  }
  const user = { username: plant('planted-user'), password: plant('planted-password'), isSuperUser: false }

  const statuses = [
    await upload('images', png, plant('planted-picture.png')),
    await upload('images', 'planted-bytes', plant('planted-text.png')),
    await upload('wrong', png, plant('planted-field.png')),
    (await call('POST', '/api/upload', plant('planted-no-multipart'), { 'content-type': 'multipart/form-data; boundary=planted-boundary' }))
      .status,
    (
      await call('POST', '/api/branches', {
        name: plant('Planted Branch'),
        address: plant('Planted Quay 1'),
        googleMapsUrl: 'https://maps.app.goo.gl/x',
      })
    ).status,
    (await call('POST', '/api/promo-codes', { code: plant('PLANTEDCODE'), percentage: 10 })).status,
    (await call('POST', '/api/bookings', booking)).status,
    (await call('POST', '/api/bookings', { ...booking, promoCode: plant('PLANTEDGUESS') })).status,
    (await call('POST', '/api/bookings', { ...booking, phoneNumber: plant('planted-no-digits') })).status,
    (await call('POST', '/api/validate', { code: 'PLANTEDCODE' }, { 'idempotency-key': plant('planted-key') })).status,
    (await call('GET', `/api/bookings?${plant('plantedquery')}=1&limit=${plant('plantedlimit')}`)).status,
    (await call('POST', '/api/users', user)).status,
    (await call('POST', '/api/login', { username: 'planted-user', password: plant('planted-wrong-password') })).status,
    (await call('POST', '/api/login', '{"username": "planted-broken-json')).status,
    (await call('DELETE', `/api/images/${plant('planted-name.png')}`)).status,
    (await call('GET', `/${plant('planted-path')}/%ff`)).status,
    (await call('GET', '/api/session', undefined, { authorization: `Bearer ${plant('planted-token')}`, 'x-forwarded-for': '203.0.113.77' }))
      .status,
    (await sendRaw(Number(new URL(url).port), `PLANTED /planted-raw HTTP/1.1\r\nAuthorization: Bearer planted-raw\r\n\r\n`)).status,
  ]
  assert.deepEqual(statuses, [201, 422, 422, 400, 201, 201, 201, 422, 422, 200, 422, 201, 401, 400, 404, 400, 401, 400])
  const { body } = await call('PUT', '/api/session/password', {
    currentPassword: 'popcorn-and-velvet',
    newPassword: plant('planted-new-password'),
  })
  planted.push(body?.token ?? '')
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  assert.equal(await stop(running), 0)

  const lines = running
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  assert.ok(lines.filter((line) => line.includes('"level":10')).length > 3, 'libraries wrote into the log as well')
  assert.ok(lines.length > statuses.length)
  const log = lines.join('\n')
  for (const text of planted) assert.ok(text.length > 5 && !log.includes(text) && !metrics.includes(text), text)
  for (const told of [log, metrics]) assert.doesNotMatch(told, /planted|popcorn|127\.0\.0\.1|203\.0\.113|bearer|authorization|cookie/i)
  const counted = metrics.match(/^moviebox_http_requests_total\{.+\} \d+$/gm) ?? []
  assert.ok(counted.length > 10, 'what was done shows in the metrics')
  const ids = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ level }) => level === 30)
  assert.equal(new Set(ids.map(({ requestId }) => requestId)).size, ids.length, 'a request is worth one line')
  for (const line of lines) {
    const { level: _, time: __, msg: ___, ...fields } = JSON.parse(line) as Record<string, unknown>
    const unknown = Object.keys(fields).filter((name) => !['requestId', 'method', 'route', 'status', 'ms', 'reason', 'err'].includes(name))
    assert.deepEqual(unknown, [], line)
  }
})
