import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { type Field, flag, required, text } from '#testing/fields.ts'
import { samples } from '#testing/samples.ts'

const usersFields: Record<string, Field> = {
  username: text(60),
  password: {
    sample: 'a-long-enough-password',
    left: required,
    refuses: [
      ['7 lette', /at least 8 characters\.$/],
      ['x'.repeat(201), /at most 200 characters\.$/],
    ],
  },
  isSuperUser: flag,
}

let made = 0
const users = {
  name: 'users',
  fields: usersFields,
  body: () => ({ username: `user ${++made}`, password: 'a-long-enough-password' }),
}

for (const { name, fields, body: bodyOf } of [...samples, users]) {
  describe(name, () => {
    let app: TestApp
    before(async () => {
      app = await testApp()
    })
    after(() => app.close())

    /** Makes one whose `field` is `value`. */
    async function make(field: string, value: unknown) {
      const body = { ...(await bodyOf(app)), [field]: value }
      return app.call('POST', `/api/${name}`, 'super user', body)
    }

    for (const [field, { left, takes = [], refuses = [] }] of Object.entries(fields)) {
      const wrong: [value: unknown, sentence: RegExp][] = [...refuses, [{ deep: [1] }, /\.$/]]
      if (left !== null) wrong.push([null, /\.$/])
      if (left === required) wrong.push([undefined, /\.$/])

      test(`refuses ${field} that it may not have, with a sentence beside the field`, async () => {
        for (const [value, sentence] of wrong) {
          const { status, body }: { status: number; body: { error: string; fields: Record<string, string> } } = await make(field, value)
          assert.equal(status, 422, brief(value))
          assert.match(body.fields[field] ?? '', sentence, brief(value))
          assert.equal(body.error, Object.values(body.fields)[0])
        }
      })

      test(`stores ${field} up to its limits as it was sent`, async () => {
        for (const value of takes) {
          const { status, body }: { status: number; body: Record<string, unknown> } = await make(field, value)
          assert.equal(status, 201, `${brief(value)}: ${JSON.stringify(body)}`)
          assert.deepEqual(body[field], value)
        }
      })

      if (left === required) continue
      test(`does without ${field}`, async () => {
        const { status, body }: { status: number; body: Record<string, unknown> } = await make(field, undefined)
        assert.equal(status, 201, JSON.stringify(body))
        assert.deepEqual(body[field], left)
      })
    }
  })
}

const brief = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? 'nothing'

test('what is typed to sign in has at most 1,000 characters', async () => {
  const app = await testApp()
  for (const field of ['username', 'password']) {
    const signIn = async (length: number) =>
      (await app.call('POST', '/api/login', 'nobody', { username: 'x', password: 'x', [field]: 'x'.repeat(length) })).status
    assert.deepEqual([await signIn(1_000), await signIn(1_001)], [401, 422], field)
  }
  await app.close()
})
