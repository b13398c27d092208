import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { freePort } from '#scripts/free-port.js'
import { adminPassword } from '#testing/app.ts'
import { processes, signIn, stop } from '#testing/process.ts'

const { launch, started, end } = await processes()
after(end)

test('`npm run dev` serves the app from its sources, and stores what it is sent', async () => {
  const port = String(await freePort())
  const dev = launch({ PORT: port, ADMIN_PASSWORD: adminPassword }, { program: 'scripts/dev.js' })
  try {
    // Of the server behind Vite.
    const { url } = await started(dev)
    const headers = await signIn(url)
    const menu = { name: 'Popcorn', image: '', description: 'Salted.' }
    const stored = await fetch(`${url}/api/menus`, { method: 'POST', headers, body: JSON.stringify(menu) })
    assert.equal(stored.status, 201, dev.output())
    const page = await (await fetch(`http://localhost:${port}/`)).text()
    assert.match(page, /<div id="app">/)
  } finally {
    await stop(dev)
  }
})
