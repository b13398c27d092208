import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { type Import, importsIn, isIn } from './checks/imports.ts'

const imports = importsIn('{contract,server,web,seed,testing}/**/*.{ts,tsx}')
const isTest = ({ from }: Import) => from.endsWith('.test.ts') || from.startsWith('testing/')

test('the imports that these rules look at are found', () => {
  assert.ok(imports.some(({ from, to }) => from === 'server/main.ts' && to.startsWith('server/')))
  assert.ok(imports.some(({ from, to }) => from.startsWith('web/') && to.startsWith('contract/')))
})

describe('each folder imports only what it may', () => {
  holds('the contract imports Zod and nothing else', ({ from, to }) => !from.startsWith('contract/') || /^(contract\/|zod$|zod\/)/.test(to))

  holds(
    'the two sides meet in the contract alone',
    ({ from, to }) => !(isIn('server', from) && isIn('web', to)) && !(isIn('web', from) && isIn('server', to)),
  )

  holds(
    'the product knows nothing of what plays with it and of what tests it',
    ({ from, to }) => isIn('seed', from) || !(isIn('seed', to) || isIn('testing', to)),
  )

  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  holds('the server runs on what package.json calls dependencies', ({ from, to }) => {
    if (!isIn('server', from) || /^(contract|server)\//.test(to) || to.startsWith('node:')) return true
    const [scope = '', name = ''] = to.split('/')
    return (to.startsWith('@') ? `${scope}/${name}` : scope) in dependencies
  })
})

/** Checks a rule on every import outside the tests, and names the imports that break it. */
function holds(rule: string, isAllowed: (found: Import) => boolean) {
  test(rule, () => {
    const broken = imports.filter((found) => !isTest(found) && !isAllowed(found))
    assert.deepEqual(
      broken.map(({ from, to }) => `${from} imports ${to}`),
      [],
    )
  })
}
