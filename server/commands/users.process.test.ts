import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '#server/config.ts'
import { openProduct } from '#server/startup/product.ts'

const script = join(import.meta.dirname, '..', '..', 'scripts', 'command.js')
const run = (dataDir: string, ...words: string[]) => {
  const { DATABASE_URL: _, ...inherited } = process.env
  return promisify(execFile)(process.execPath, [script, 'users', ...words], { env: { ...inherited, DATA_DIR: dataDir } })
}

test('npm run users works beside a server, and says in a sentence where there is none', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebox-users-'))
  await assert.rejects(run(dataDir), (error: { code: number; stderr: string }) => {
    assert.equal(error.code, 1)
    assert.match(error.stderr, /^There are no users in .+ yet\. Run "npm start" to create the first user,.*\n$/)
    return true
  })

  const product = await openProduct({ ...readConfig({}), dataDir, adminPassword: 'forgotten-for-ever', logLevel: 'silent' })
  try {
    const { passwordHash } = await product.db.selectFrom('users').select('passwordHash').executeTakeFirstOrThrow()
    assert.match(passwordHash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/, 'what OWASP asks for')
    assert.match((await run(dataDir)).stdout, /^admin +Super User +not signed in\n/)
    const { stdout } = await run(dataDir, 'password', 'admin')
    const password = /^The new password of admin is (\S+)\n/.exec(stdout)?.[1]
    const signIn = (given?: string) =>
      product.app.inject({ method: 'POST', url: '/api/login', payload: { username: 'admin', password: given } })
    assert.equal((await signIn('forgotten-for-ever')).statusCode, 401)
    assert.equal((await signIn(password)).statusCode, 200)
    await assert.rejects(run(dataDir, 'password', 'nobody'), {
      code: 1,
      stderr: 'There is no user "nobody". Run "npm run users" to list all users.\n',
    })
  } finally {
    await product.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
