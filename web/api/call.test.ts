import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, withEachToken } from './call.ts'

const refused = () => new ApiError(401, { code: 'unauthenticated' })
const caller = () => ({ token: 'first', signal: new AbortController().signal })

/** Work that is refused so many times, each time after its caller has got another token; and how often it was tried. */
function refusedTimes(times: number, its: { token: string }) {
  const tries: string[] = []
  return {
    tries,
    work: async () => {
      tries.push(its.token)
      if (tries.length > times) return 'done'
      its.token = `token ${tries.length}`
      throw refused()
    },
  }
}

test('what was refused is done once more where its caller has another token by then, and no more often than that', async () => {
  for (const times of [0, 1, 2]) {
    const its = caller()
    const { tries, work } = refusedTimes(times, its)
    assert.equal(await withEachToken(its, work), 'done')
    assert.deepEqual(tries, ['first', 'token 1', 'token 2'].slice(0, times + 1))
  }
})

test('what was refused to the token that its caller still has is refused', async () => {
  for (const its of [caller(), undefined]) {
    let tries = 0
    const work = async () => {
      tries += 1
      throw refused()
    }
    await assert.rejects(withEachToken(its, work), { status: 401 })
    assert.equal(tries, 1)
  }
})

test('whatever else fails is not done again, whatever the token is by then', async () => {
  const its = caller()
  let tries = 0
  const work = async () => {
    tries += 1
    its.token = 'second'
    throw new ApiError(503)
  }
  await assert.rejects(withEachToken(its, work), { status: 503 })
  assert.equal(tries, 1)
})
